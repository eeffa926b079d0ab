"""Asks a language model which node an open mention means, if `overlay.ask_model` is on. The model may only choose among
the candidates that it is shown."""
