-- name: a.b
select 1

-- name: a.b_c
select 2
