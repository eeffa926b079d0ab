"""Who stands first among the people of the report, over rows that a test has made."""

import duckdb

from kg_assets.core.data import data_path

_TABLES = """
CREATE TABLE predicates AS
SELECT 'p' AS predicate_id, 'person' AS value_type_constraint, 'friend_is' AS canonical_label;
CREATE TABLE claim_matters (assertion_id VARCHAR, matter VARCHAR, role VARCHAR);
CREATE TABLE entities (
    entity_id VARCHAR, canonical_name VARCHAR, entity_type VARCHAR, status VARCHAR, mention_count BIGINT,
    conversation_count BIGINT
);
CREATE TABLE entity_overview (entity_id VARCHAR, by_person BIGINT);
CREATE TABLE assertions (
    assertion_id VARCHAR, subject_entity_id VARCHAR, object_entity_id VARCHAR, predicate_id VARCHAR, modality VARCHAR,
    polarity VARCHAR
);
CREATE TABLE assertion_temporalized (assertion_id VARCHAR, status VARCHAR);
"""


def test_people_whom_claims_name_come_first_and_then_those_whom_you_mention_most() -> None:
    """How much is said of somebody decides last: Ana is named by one claim, Ben by three."""
    people = {"Ana": (9, 9, 1), "Ben": (2, 50, 3), "Cleo": (70, 70, 0), "Dov": (2, 50, 2)}
    connection = duckdb.connect()
    connection.execute(_TABLES)
    for name, (by_person, mentions, claims) in people.items():
        connection.execute("INSERT INTO entities VALUES (?, ?, 'PERSON', 'active', ?, 1)", [name, name, mentions])
        connection.execute("INSERT INTO entity_overview VALUES (?, ?)", [name, by_person])
        for number in range(claims):
            claim = f"{name}{number}"
            connection.execute("INSERT INTO assertions VALUES (?, 'self', ?, 'p', 'state', 'positive')", [claim, name])
            connection.execute("INSERT INTO assertion_temporalized VALUES (?, 'active')", [claim])
    select = data_path("sql/report/entities.sql").read_text(encoding="utf-8")
    rows = connection.execute(select, {"focal": "self"}).fetchall()
    assert [row[2] for row in rows] == ["Ana", "Ben", "Dov", "Cleo"]
