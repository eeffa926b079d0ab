"""Asks a language model whom an open mention means; it may only choose among the candidates. Off unless
`overlay.ask_model` is set."""
