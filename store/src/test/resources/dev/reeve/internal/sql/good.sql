-- A comment before all names.

-- name: lane.fence (node, lane)
-- why
update lane
set node = :node

  -- indented
where lane = :lane

-- name: lane.plain
select :x
-- name: lane.none ()
select 1
