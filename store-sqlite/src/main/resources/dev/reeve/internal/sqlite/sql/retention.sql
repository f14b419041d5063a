-- The queries of the remover: ended executions, version by version, the oldest end first.

-- The first version after the given one. execution_ended, one probe, however many executions it has.
-- name: ended.next (namespace, workflow, version)
select e.workflow, e.version from execution as e indexed by execution_ended
where e.namespace = :namespace and e.ended_at is not null and (e.workflow, e.version) > (:workflow, :version)
order by e.workflow, e.version
limit 1

-- execution_ended from :after_at on; ends after :limit rows. Those of one microsecond are sorted. outbox_message, one
-- probe for each row.
-- name: ended.page (namespace, workflow, version, after_at, after_id, until, limit)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error, exists (select 1 from outbox as o where o.execution_id = e.id)
from execution as e indexed by execution_ended
where e.namespace = :namespace and e.workflow = :workflow and e.version = :version
    and e.ended_at >= :after_at and e.ended_at <= :until and e.ended_at is not null
    and (e.ended_at > :after_at or e.id > :after_id)
order by e.ended_at, e.id
limit :limit

-- The number of an execution that may be removed: it has ended, and has no undelivered messages. execution_id, 1 row;
-- outbox_message, 1 row.
-- name: ended.place (id)
select e.number from execution as e
where e.id = :id and e.ended_at is not null and not exists (select 1 from outbox as o where o.execution_id = e.id)

-- journal_transition, one range.
-- name: ended.removeJournal (execution)
delete from journal where execution = :execution

-- By rowid, 1 row.
-- name: ended.remove (number)
delete from execution where number = :number

-- In the transaction of ended.remove.
-- name: ended.receipt (file, removed_at)
insert into archive_receipt (file, removed_at) values (:file, :removed_at)

-- Primary key.
-- name: ended.hasReceipt (file)
select count(*) from archive_receipt where file = :file

-- Primary key.
-- name: ended.dropReceipt (file)
delete from archive_receipt where file = :file
