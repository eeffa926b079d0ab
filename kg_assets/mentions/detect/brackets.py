"""Finds where an address or identifier ends because a bracket in it has no partner: "(see example.org/a)"."""

import re

_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}
# Nobody nests deeper in an address; it bounds the work on text that only opens brackets.
_MAX_DEPTH = 8


def balanced_end(run: str, brackets: re.Pattern[str], is_whole: bool = True) -> int:
    """The position of the first bracket in `run` that has no partner; the length of the run if all have one.

    `brackets` says which brackets count. If more than `_MAX_DEPTH` are open, the first of them counts as having no
    partner.

    If `is_whole` is false, the run was cut off: brackets still open at its end may be closed behind it and do not
    count.
    """
    stack: list[tuple[str, int]] = []
    for match in brackets.finditer(run):
        bracket = match.group()
        opener = _CLOSERS.get(bracket)
        if opener is None:
            stack.append((bracket, match.start()))
            if len(stack) > _MAX_DEPTH:
                return stack[0][1]
        elif stack and stack[-1][0] == opener:
            stack.pop()
        else:
            return stack[0][1] if stack else match.start()
    return stack[0][1] if stack and is_whole else len(run)
