-- The parts of the nodes in limits that hold over all nodes (ADR 38). One transaction, of several statements:
-- allowance.number; allowance.lock; allowance.counted and allowance.dropped if shards are counted; allowance.context;
-- allowance.rows; allowance.removed; allowance.written; now and then allowance.expired. Isolation: READ COMMITTED, so
-- each statement after the locks sees the rows of the exchange before this one. The decision is AllowanceRule.
--
-- The order of locks: the table of the shards if shards are counted (cluster.lock), the node, its number, the limits in
-- the order of their hashes, shards. A node that joins or is removed has the first two in the same order (cluster.sql).

-- No row if the node is not registered, or has sent a later request. Plan: node_pkey, allowance_request_pkey.
-- name: allowance.number
with asked as (
    select n.node from reeve.node as n where n.node = :node for key share
)
insert into reeve.allowance_request as r (node, number)
select a.node, :number from asked as a
on conflict (node) do update
set number = excluded.number where r.number < excluded.number
returning 1

-- Two limits with the same hash wait for each other, and nothing else. Plan: a function scan.
-- name: allowance.lock
select pg_advisory_xact_lock(h.hash)
from (
    select distinct hashtextextended(r.action || ' ' || r.kind || ' ' || r.key, 7236198804511) as hash
    from unnest(:actions::text[], :kinds::text[], :keys::text[]) as r (action, kind, key)
    order by 1
) as h

-- The calls under way of these shards are counted in the same transaction. Plan: shard_pkey.
-- name: allowance.counted
update reeve.shard as s set former = '{}'
where s.shard = any (:shards::smallint[]) and s.node = :node and s.former <> '{}'

-- The rows of removed nodes that lost no shard whose calls are not counted. Nothing counts them any more. Plan:
-- allowance_until_idx, all calls under way, once for each handover.
-- name: allowance.dropped
delete from reeve.allowance as a
where a.kind = 'CONCURRENCY'
and not exists (select from reeve.node as n where n.node = a.node)
and not exists (select from reeve.shard as s where a.node = any (s.former))

-- An older engine counts the calls of its shards in its memory and tells nobody. Nobody waits for its count. Plan: the
-- whole tables of nodes and shards.
-- name: allowance.context
select
    clock_timestamp(),
    array(select n.node from reeve.node as n),
    array(
        select distinct f.node
        from reeve.shard as s
        cross join unnest(s.former) as f (node)
        left join reeve.node as o on o.node = s.node
        where f.node <> '' or coalesce(o.format, :limits) >= :limits),
    array(select s.shard from reeve.shard as s where :node::text = any (s.former))

-- Plan: allowance_pkey, one range for each limit.
-- name: allowance.rows
select r.number, a.node, a.until, a.calls, a.wanted, a.turn, a.at
from unnest(:actions::text[], :kinds::text[], :keys::text[]) with ordinality as r (action, kind, key, number)
join reeve.allowance as a on a.action = r.action and a.kind = r.kind and a.key = r.key

-- Plan: allowance_pkey, one probe for each row.
-- name: allowance.removed
delete from reeve.allowance as a
using unnest(:actions::text[], :kinds::text[], :keys::text[], :nodes::text[], :untils::timestamptz[])
    as r (action, kind, key, node, until)
where a.action = r.action and a.kind = r.kind and a.key = r.key and a.node = r.node and a.until = r.until

-- name: allowance.written
insert into reeve.allowance as a (action, kind, key, node, until, calls, wanted, turn, at)
select r.action, r.kind, r.key, r.node, r.until, r.calls, r.wanted, r.turn, r.at
from unnest(
    :actions::text[], :kinds::text[], :keys::text[], :nodes::text[], :untils::timestamptz[], :calls::integer[],
    :wanted::integer[], :turns::timestamptz[], :ats::timestamptz[])
    as r (action, kind, key, node, until, calls, wanted, turn, at)
on conflict (action, kind, key, node, until) do update
set calls = excluded.calls, wanted = excluded.wanted, turn = excluded.turn, at = excluded.at

-- The rates that no longer count, of keys that nobody has used again. A node that waits writes its row every few
-- seconds. Nothing waits here: a row that is locked is in use. Plan: allowance_until_idx, one range for each kind.
-- name: allowance.expired
delete from reeve.allowance as a
using unnest(:kinds::text[], :seconds::integer[]) as k (kind, seconds)
cross join lateral (
    select o.ctid
    from reeve.allowance as o
    where o.kind = k.kind and o.until < now() - make_interval(secs => k.seconds + 60)
    order by o.until
    limit 10000
    for update skip locked
) as expired
where a.ctid = expired.ctid
