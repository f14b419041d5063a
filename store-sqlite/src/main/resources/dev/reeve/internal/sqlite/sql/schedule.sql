-- Schedules. The table has one row for each schedule.

-- Primary key, one range.
-- name: schedule.list (namespace)
select
    s.namespace, s.name, s.content, s.decided_until, s.next_at, s.last_started, s.error, s.paused_by, s.pause_reason,
    s.paused_since, s.revision
from schedule as s
where s.namespace = :namespace
order by s.name

-- Primary key.
-- name: schedule.find (namespace, name)
select
    s.namespace, s.name, s.content, s.decided_until, s.next_at, s.last_started, s.error, s.paused_by, s.pause_reason,
    s.paused_since, s.revision
from schedule as s
where s.namespace = :namespace and s.name = :name

-- Primary key. An existing row stays.
-- name: schedule.insert (namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision)
insert into schedule (
    namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision)
values (
    :namespace, :name, :content, :decided_until, :next_at, :last_started, :error, :paused_by, :pause_reason, :paused_since,
    :revision)
on conflict (namespace, name) do nothing

-- Primary key. No row, if another update was first.
-- name: schedule.update (namespace, name, content, decided_until, next_at, last_started, error, paused_by, pause_reason, paused_since, revision)
update schedule
set content = :content, decided_until = :decided_until, next_at = :next_at, last_started = :last_started, error = :error,
    paused_by = :paused_by, pause_reason = :pause_reason, paused_since = :paused_since, revision = :revision
where namespace = :namespace and name = :name and revision = :revision - 1

-- Primary key.
-- name: schedule.delete (namespace, name)
delete from schedule where namespace = :namespace and name = :name

-- Written in the transaction of each change by a person.
-- name: schedule.changed (namespace, name, kind, said_by, reason, at)
insert into schedule_change (namespace, name, kind, said_by, reason, at)
values (:namespace, :name, :kind, :said_by, :reason, :at)

-- The newest first. schedule_change_of, backwards.
-- name: schedule.changes (namespace, name, limit)
select c.kind, c.said_by, c.reason, c.at
from schedule_change as c
where c.namespace = :namespace and c.name = :name
order by c.number desc
limit :limit
