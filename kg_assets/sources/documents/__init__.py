"""Documents, mails and calendars: reads their words in a confined process, as objects that mappings describe.

What is done with the objects, and who counts as their author, is not decided here.
"""
