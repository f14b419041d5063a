-- Schedules. The table has one row for each schedule.

-- Plan: schedule_pkey, one range.
-- name: schedule.list
select
    namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision
from reeve.schedule
where namespace = :namespace
order by name

-- Plan: schedule_pkey, 1 row.
-- name: schedule.find
select
    namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision
from reeve.schedule
where namespace = :namespace and name = :name

-- Plan: schedule_pkey. An existing row stays.
-- name: schedule.insert
insert into reeve.schedule (
    namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision)
values (
    :namespace, :name, :content::json, :decided_until::timestamptz, :next_at::timestamptz, :last_started::timestamptz,
    :error, :paused_by, :pause_reason, :paused_since::timestamptz, :revision::bigint)
on conflict (namespace, name) do nothing

-- Plan: schedule_pkey, 1 row. None, if another update was first.
-- name: schedule.update
update reeve.schedule
set content = :content::json, decided_until = :decided_until::timestamptz, next_at = :next_at::timestamptz,
    last_started = :last_started::timestamptz, error = :error, paused_by = :paused_by, pause_reason = :pause_reason,
    paused_since = :paused_since::timestamptz, revision = :revision::bigint
where namespace = :namespace and name = :name and revision = :revision::bigint - 1

-- The same for a change by a person, which is recorded if the row was replaced. Plan: schedule_pkey, 1 row.
-- name: schedule.change
with changed as (
    update reeve.schedule
    set content = :content::json, decided_until = :decided_until::timestamptz, next_at = :next_at::timestamptz,
        last_started = :last_started::timestamptz, error = :error, paused_by = :paused_by, pause_reason = :pause_reason,
        paused_since = :paused_since::timestamptz, revision = :revision::bigint
    where namespace = :namespace and name = :name and revision = :revision::bigint - 1
    returning namespace, name
)
insert into reeve.schedule_change (namespace, name, kind, said_by, reason, at)
select c.namespace, c.name, :kind, :said_by, :reason, :at::timestamptz from changed as c

-- Plan: schedule_pkey, 1 row.
-- name: schedule.delete
with deleted as (
    delete from reeve.schedule
    where namespace = :namespace and name = :name
    returning namespace, name
)
insert into reeve.schedule_change (namespace, name, kind, said_by, reason, at)
select d.namespace, d.name, :kind, :said_by, :reason, :at::timestamptz from deleted as d

-- The newest first. Plan: schedule_change_pkey, backwards.
-- name: schedule.changes
select kind, said_by, reason, at
from reeve.schedule_change
where namespace = :namespace and name = :name
order by number desc
limit :limit
