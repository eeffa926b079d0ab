-- `overlay.top_hub_nodes`: one row for each of the `top_hubs` nodes with the most edges (`degree`). Nodes without an edge are
-- left out. Reads the rows of degrees.sql.
SELECT node_id, degree
FROM degrees
WHERE degree > 0
QUALIFY row_number() OVER (ORDER BY degree DESC, node_id) <= $top_hubs
