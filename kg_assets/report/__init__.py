"""The report: a published build as one HTML file that a person opens.

Here are the queries (`asking`), what makes one of a person with two names for them (`one_person`), the contents of
the page (`content`, put together by `months`, `beliefs` and `gather`), the drawing of the river (`river`, `drawing`)
and the writing of the page (`page`). The report finds nothing out itself: what it says comes from rows of the build,
and its items open to words of messages.
"""
