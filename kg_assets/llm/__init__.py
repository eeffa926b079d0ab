"""Clients for language models and embeddings, with their log and replay. No Dagster.

Here a call is made, logged, counted and found again, and the answers of several runs are put to a vote. What is asked,
and what an answer means, belongs to the stage that asks. No stage ever calls a model (design §1.1, §5):

- Calling is a step *before* a build (`caller.ModelCaller` in mode `live`). Each attempt is appended to the ledger at
  once, so what was paid for is never lost, and the next run goes on where this one stopped.
- A stage only reads the calls that were logged before its build was last asked for (`replay.answer_from` over a
  `log.CallLog`), without network, clock or credential. Live and replayed answers are read from the same logged bytes by
  the same function, so they are equal.
- A call is found by its identity: sha256 of the canonical request and the vote's index (`request.Request.identity`).
  Where it stands in the ledger does not matter, except that of several usable answers the earliest is taken: a later
  call can add an answer, it can never change one.
- The build's id holds the position of the last *decision* of a person (`Ledger.decision_position`); calls have the role
  `call`, so appending them leaves the id alone. The fingerprint of a stage that reads calls holds their rows, so a new
  answer makes that stage run again, and an erased one too. Settings that cannot change what an answer says (endpoint,
  key, waiting, budgets, whether answers were called just now or replayed) stay out of it (`settings.ModelSettings`).
- Erasing a payload makes its call as if it had never been made: it has no row and no answer.
"""
