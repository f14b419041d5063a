-- The first statements on a file or a connection.

-- name: file.version ()
select sqlite_version()

-- name: file.tables ()
select count(*) from sqlite_schema

-- name: file.state ()
select clean, opened_by, opened_at from state

-- name: file.opened (opened_by, opened_at)
update state set clean = 0, opened_by = :opened_by, opened_at = :opened_at

-- name: file.closed ()
update state set clean = 1
