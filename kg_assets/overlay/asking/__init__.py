"""Whom open mentions mean, as a language model says that may only choose among their candidates. Off unless wanted."""
