select 1
-- name: a.b
select 2
