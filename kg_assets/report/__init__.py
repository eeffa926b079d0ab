"""The report: a published build as one HTML file that a person opens.

What is asked of the build (`asking`), what the page says (`content`, put together by `months`, `beliefs` and `gather`),
how the river is drawn (`river`, `drawing`) and how the page is written (`page`) belong here. Nothing here is found out:
every sentence stands on a row of the build, and every row leads to words.
"""
