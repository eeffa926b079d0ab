"""Where an address or identifier stops because a bracket in it has no partner."""

import re

_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}
# Nobody nests deeper in an address; it bounds the work on text that only opens brackets.
_MAX_DEPTH = 8


def balanced_end(run: str, brackets: re.Pattern[str], is_whole: bool = True) -> int:
    """The position of the first bracket without a partner, or the length of the run where all have one.
    `brackets` says which brackets count. Where more than `_MAX_DEPTH` are open, the first of them
    counts as without a partner.

    Where `is_whole` is false the run was cut off: brackets still open at its end may close behind it
    and do not count.
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
