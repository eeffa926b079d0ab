"""Stages 0 and 1: what a source file holds, and its conversations, messages and parts as rows."""
