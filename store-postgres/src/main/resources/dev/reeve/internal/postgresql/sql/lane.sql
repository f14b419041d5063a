-- The statements of a lane besides commit. Lane connections run with sequential scans, hash joins and merge joins
-- switched off, so that these are always nested loops over an index, regardless of the statistics.

-- The last batch, after the fence found no row: no row if the lane was taken. A failover may have restored an earlier
-- incarnation of the same lane. Plan: lane_pkey, 1 row.
-- name: lane.batch
select batch, incarnation from reeve.lane
where node = :node and lane = :lane and incarnation = any (:own::bigint[])

-- Takes a new incarnation. The UPDATE waits for a transaction of the old one that may be under way, so its result is
-- final. It accepts every incarnation that this lane ever took or tried to take: the new one, so that it can be
-- repeated if its own answer was lost, and all earlier ones, because a failover may have lost the change. Consists of
-- lane.reacquire, session.durably and lane.reacquired. Plan: lane_pkey, the versions of the row that still exist.
-- READ COMMITTED: after a wait the newest version of the row is tested and returned.
-- name: lane.reacquire
update reeve.lane
set incarnation = :new_incarnation
where node = :node and lane = :lane and incarnation = any (:own::bigint[])

-- name: lane.reacquired
returning batch

-- Plan: execution_pkey, one probe for each id.
-- name: lane.find
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from unnest(:shards::smallint[], :ids::uuid[]) as r (shard, id)
join reeve.execution as e on e.shard = r.shard and e.id = r.id

-- The newest executions of keys: of each the last one that follows the given one, or this one. Plan: execution_pkey,
-- for each id the last row of a range, unless a child of an execution happens to lie there, and one probe.
-- name: lane.newest
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error, r.id
from unnest(:shards::smallint[], :ids::uuid[], :least::uuid[], :greatest::uuid[]) as r (shard, id, least, greatest)
left join lateral (
    select l.id
    from reeve.execution as l
    where l.shard = r.shard and l.id >= r.least and l.id <= r.greatest and l.key is not null
    order by l.id desc
    limit 1
) as later on true
cross join lateral (
    select
        n.id, n.namespace, n.key, n.workflow, n.version, n.status, n.priority, n.labels, n.digest, n.started_at, n.wake_at,
        n.ended_at, n.error
    from reeve.execution as n
    where n.shard = r.shard and n.id = coalesce(later.id, r.id)
    -- without a limit the planner would pull the subquery up, and may then probe by the shard alone
    offset 0
) as e

-- Which of these keys transactions of callers hold; see store.enlist. It waits for nothing and locks nothing. Asked
-- before lane.newest: a transaction releases its locks after its rows are visible, so that its execution is found there
-- if its lock is not found here. Plan: all locks of the server, from memory; pg_database_datname_index.
-- name: lane.held
select (l.classid::bigint << 32) | l.objid::bigint
from pg_locks as l
where l.locktype = 'advisory' and l.objsubid = 1
    and l.database = (select d.oid from pg_database as d where d.datname = current_database())
    and ((l.classid::bigint << 32) | l.objid::bigint) = any (:numbers::bigint[])

-- The journals of the given executions. A lane is the only writer of its executions, so that this and lane.find see the
-- same. Plan: journal_pkey, one range for each id, in the order of the key.
-- name: lane.journals
select j.execution_id, j.seq, j.at, j.events
from unnest(:shards::smallint[], :ids::uuid[]) with ordinality as r (shard, id, n)
cross join lateral (
    select p.execution_id, p.seq, p.at, p.events
    from reeve.journal as p
    where p.shard = r.shard and p.execution_id = r.id
    order by p.seq
    -- without a limit the planner would pull the subquery up and lose its order
    offset 0
) as j
order by r.n, j.seq

-- The next few rows of each of several shards; DuePages merges them into one order. Plan: execution_due, one range of
-- at most :size rows for each shard, and the entries of executions that have ended since the oldest snapshot that is
-- still held.
-- name: due.page
select s.shard, d.wake_at, d.id
from unnest(:shards::smallint[], :after_wake_at::timestamptz[], :after_id::uuid[]) as s (shard, wake_at, id)
cross join lateral (
    select e.wake_at, e.id
    from reeve.execution as e
    where e.shard = s.shard and e.wake_at <= :until::timestamptz and (e.wake_at, e.id) > (s.wake_at, s.id)
    order by e.wake_at, e.id
    limit :size
) as d

-- Revokes permits, and returns outputs that agents have stored. A permit that a transaction of an agent has locked is
-- left alone. After that transaction SKIP LOCKED returns the newest version of the row, so a stored output is never
-- missed. The fence needs no lock: a revocation by an old owner makes an attempt fail and does no other harm. Plan:
-- lane_pkey, and permit_pkey for each token.
-- name: lane.revoke
with asked as (
    select r.token
    from reeve.lane as l
    cross join unnest(:tokens::text[]) as r (token)
    where l.node = :node and l.lane = :lane and l.incarnation = :incarnation
), free as (
    select p.token, p.output
    from asked as a
    join reeve.permit as p on p.token = a.token
    for update of p skip locked
), revoked as (
    delete from reeve.permit as p
    using free as f
    where p.token = f.token and f.output is null
)
select
    a.token,
    f.output,
    f.token is null and exists (select from reeve.permit as p where p.token = a.token) as held
from asked as a
left join free as f on f.token = a.token
