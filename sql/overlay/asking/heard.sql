-- One row per open mention (one for which no node was accepted) that a model has answered about, with the answer. An answer
-- belongs to a place in a text, so every open mention at that place gets it. The caller gives `answers` (the logged answers of
-- the model, by place).
SELECT q.mention_id, a.* EXCLUDE (observation_id, start_offset, end_offset)
FROM overlay.tier4_queue__open AS q
JOIN overlay.mention_observations AS o USING (mention_id)
JOIN answers AS a
    ON a.observation_id = o.observation_id AND a.start_offset = o.start_offset AND a.end_offset = o.end_offset
