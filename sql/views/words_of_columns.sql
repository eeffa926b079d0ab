-- Comments on columns of the views for analysts. These are the columns that have no comment in the file that makes their view.

COMMENT ON COLUMN claims_readable.message_id IS 'The message that it was read from';
COMMENT ON COLUMN claims_readable.subject IS 'What the claim is about, by its name';
COMMENT ON COLUMN claims_readable.predicate IS 'The relation';
COMMENT ON COLUMN claims_readable.polarity IS 'Whether it is said to be so or not to be so';
COMMENT ON COLUMN claims_readable.modality IS 'Whether it is told as a fact, a state, a preference, a plan ...';
COMMENT ON COLUMN claims_readable.confidence IS 'How sure it is, from 0 to 1';
COMMENT ON COLUMN claims_readable.assertion_id IS 'The id of the claim, for annals why';
COMMENT ON COLUMN claims_readable.said_at_utc IS 'When it was said';
COMMENT ON COLUMN claims_readable.role IS 'Who said it';
COMMENT ON COLUMN claims_readable.quote IS 'The words that say it';

COMMENT ON COLUMN conversation_overview.conversation_id IS 'The id of the conversation';
COMMENT ON COLUMN conversation_overview.title IS 'Its title in the source; NULL without one';
COMMENT ON COLUMN conversation_overview.source_kind IS 'What it comes from';
COMMENT ON COLUMN conversation_overview.model IS 'The model that answered by default; NULL where it is not told';
COMMENT ON COLUMN conversation_overview.first_said_utc IS 'The earliest time of its messages';
COMMENT ON COLUMN conversation_overview.last_said_utc IS 'The latest time of its messages';
COMMENT ON COLUMN conversation_overview.messages IS 'All of its messages, on every branch';
COMMENT ON COLUMN conversation_overview.written_by_person IS 'Messages of prose that the person wrote';
COMMENT ON COLUMN conversation_overview.on_other_branches IS 'Messages beside the branch that was last shown';
COMMENT ON COLUMN conversation_overview.characters IS 'Characters of all of its texts';

COMMENT ON COLUMN own_words.said_at_utc IS 'When it was written; NULL where no time is told';
COMMENT ON COLUMN own_words.title IS 'The title of the conversation';
COMMENT ON COLUMN own_words.words IS 'The text as it was written';
COMMENT ON COLUMN own_words.message_id IS 'The message';
COMMENT ON COLUMN own_words.conversation_id IS 'The conversation that it stands in';

COMMENT ON COLUMN activity_by_month.month IS 'The month in UTC, as in 2025-03';
COMMENT ON COLUMN activity_by_month.conversations IS 'Conversations with a message in it';
COMMENT ON COLUMN activity_by_month.messages IS 'Messages in it';
COMMENT ON COLUMN activity_by_month.written_by_person IS 'Messages of prose that the person wrote';

COMMENT ON COLUMN entity_overview.entity_id IS 'The id of the entity';
COMMENT ON COLUMN entity_overview.name IS 'What it is called';
COMMENT ON COLUMN entity_overview.type IS 'What it is: PERSON, ORG, URL ...';
COMMENT ON COLUMN entity_overview.aliases IS 'Everything that it was called, as a list';
COMMENT ON COLUMN entity_overview.mentions IS 'How often it was named';
COMMENT ON COLUMN entity_overview.conversations IS 'In how many conversations';
COMMENT ON COLUMN entity_overview.first_seen_utc IS 'When it was first named';
COMMENT ON COLUMN entity_overview.last_seen_utc IS 'When it was last named';

COMMENT ON COLUMN people.name IS 'What they are called';
COMMENT ON COLUMN people.mentions IS 'How often they were named';
COMMENT ON COLUMN people.by_person IS 'Mentions in what the person wrote themselves, as prose';
COMMENT ON COLUMN people.conversations IS 'In how many conversations they were named';
COMMENT ON COLUMN people.messages_with_claims IS 'Messages that claim something of them';
COMMENT ON COLUMN people.first_seen_utc IS 'When they were first named';
COMMENT ON COLUMN people.last_seen_utc IS 'When they were last named';
COMMENT ON COLUMN people.salience IS 'How much they matter, as of the newest message';
COMMENT ON COLUMN people.entity_id IS 'The id of the entity';

COMMENT ON COLUMN projects.project IS 'What it is called';
COMMENT ON COLUMN projects.spoken_of_in IS 'The windows in which it was spoken of, in order';
COMMENT ON COLUMN projects.messages IS 'Messages that speak of it';
COMMENT ON COLUMN projects.by_person IS 'Those of them that the person wrote';
COMMENT ON COLUMN projects.since_utc IS 'Since when the person says that they work on it; NULL where they name no beginning';
COMMENT ON COLUMN projects.first_message_id IS 'A message that speaks of it first';
COMMENT ON COLUMN projects.last_message_id IS 'The message that speaks of it last';
COMMENT ON COLUMN projects.member_node_type IS 'Whether it is an entity or a literal of a claim';
COMMENT ON COLUMN projects.member_source_id IS 'The id of that entity, or the hash of the literal';
COMMENT ON COLUMN projects.whose_entity_id IS 'Whose profile it stands in';

COMMENT ON COLUMN open_conflicts.conflict IS 'How the claims contradict each other';
COMMENT ON COLUMN open_conflicts.subject IS 'What the claim is about, by its name';
COMMENT ON COLUMN open_conflicts.predicate IS 'The relation';
COMMENT ON COLUMN open_conflicts.object IS 'The name of an entity, or the literal; NULL without one';
COMMENT ON COLUMN open_conflicts.polarity IS 'Whether it is said to be so or not to be so';
COMMENT ON COLUMN open_conflicts.valid_from_utc IS 'From when it holds; NULL where that is not known';
COMMENT ON COLUMN open_conflicts.valid_to_utc IS 'Until when it holds; NULL while it does';
COMMENT ON COLUMN open_conflicts.said_at_utc IS 'When it was said';
COMMENT ON COLUMN open_conflicts.confidence IS 'How sure it is, from 0 to 1';
COMMENT ON COLUMN open_conflicts.quote IS 'The words that say it';
COMMENT ON COLUMN open_conflicts.message_id IS 'The message that it was read from';
COMMENT ON COLUMN open_conflicts.assertion_id IS 'The id of the claim, for annals why';
COMMENT ON COLUMN open_conflicts.conflict_group_id IS 'What the claims of one conflict have in common';
