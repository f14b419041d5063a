-- The queries of the remover: ended executions, version by version, the oldest end first.

-- Jumps from one version to the next. Plan: execution_ended, one probe for each version, for any number
-- of executions.
-- name: retention.versions
with recursive found (workflow, version) as (
    (
        select e.workflow, e.version from reeve.execution as e
        where e.namespace = :namespace and e.ended_at is not null
        order by e.workflow, e.version
        limit 1
    )
    union all
    select n.workflow, n.version
    from found as f
    cross join lateral (
        select e.workflow, e.version from reeve.execution as e
        where e.namespace = :namespace and e.ended_at is not null and (e.workflow, e.version) > (f.workflow, f.version)
        order by e.workflow, e.version
        limit 1
    ) as n
)
select f.workflow, f.version from found as f

-- Plan: execution_ended from :after_at on, ends after :limit rows; those of one microsecond are sorted. outbox_pkey,
-- one probe for each row.
-- name: retention.page
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error,
    exists (select from reeve.outbox as o where o.shard = e.shard and o.execution_id = e.id)
from reeve.execution as e
where e.namespace = :namespace and e.workflow = :workflow and e.version = :version
    and e.ended_at >= :after_at and e.ended_at <= :until
    and (e.ended_at, e.id) > (:after_at, :after_id)
order by e.ended_at, e.id
limit :limit

-- Never removes an open execution, nor one with undelivered messages. If a failover restores some of them, they are
-- removed again. Plan: execution_pkey and outbox_pkey for each of the given ones, then journal_pkey for each of
-- those.
-- name: retention.remove
with gone as (
    delete from reeve.execution as e
    using unnest(:shards::smallint[], :ids::uuid[]) as r (shard, id)
    where e.shard = r.shard and e.id = r.id and e.ended_at is not null
        and not exists (select from reeve.outbox as o where o.shard = r.shard and o.execution_id = r.id)
    returning e.shard, e.id
), journal_gone as (
    delete from reeve.journal as j using gone as g where j.shard = g.shard and j.execution_id = g.id
)
select count(*) from gone

-- In the transaction of retention.remove. The receipt must be as durable as the content of the archive (T1).
-- name: retention.receipt
insert into reeve.archive_receipt (file) values (:file)

-- Locks the rows, and so waits for any removal under way. Removed executions are not counted. Plan: execution_pkey
-- for each of the given ones.
-- name: retention.kept
with found as (
    select from reeve.execution as e
    join unnest(:shards::smallint[], :ids::uuid[]) as r (shard, id) on e.shard = r.shard and e.id = r.id
    for update
)
select count(*) from found

-- name: retention.hasReceipt
select exists (select from reeve.archive_receipt where file = :file)

-- name: retention.dropReceipt
delete from reeve.archive_receipt where file = :file
