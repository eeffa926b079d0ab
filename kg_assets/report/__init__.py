"""The report: a published build as one HTML file that a person opens.

The parts: the queries (`asking`), the merging of a relative's two names (`one_person`), the contents of the page
(`content`, put together by `months`, `beliefs` and `gather`), the drawing of the river (`river`, `drawing`) and the
writing of the page (`page`). The report finds nothing out itself: what it says comes from rows of the build, and each
item opens to the words of messages behind it.
"""
