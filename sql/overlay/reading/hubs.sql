-- `overlay.top_hub_nodes`: the `top_hubs` nodes with the most edges. `degrees` is given.
SELECT node_id, degree
FROM degrees
WHERE degree > 0
QUALIFY row_number() OVER (ORDER BY degree DESC, node_id) <= $top_hubs
