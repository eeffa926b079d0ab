"""Stages 0 and 1: find out what a source file holds, and make rows of its conversations, messages and parts."""
