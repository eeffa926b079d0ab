"""Documents, mails and calendars: their words, read in a confined process, as objects that mappings describe.

What becomes of the objects, and who is held to have written them, does not belong here.
"""
