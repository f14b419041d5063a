-- The messages to receivers, and the outcomes of their delivery. Lanes insert them (commit.messages), the courier
-- does the rest, and no row is ever changed by both. Isolation: READ COMMITTED; each is one statement and one
-- transaction.

-- Not by a lane: with a start in a caller's own transaction.
-- name: outbox.add
insert into reeve.outbox (
    shard, execution_id, number, at, receiver, reply_to, correlation_id, type, data, since, next_at)
values (
    :shard, :execution, :number, :at, :receiver, :reply_to, :correlation_id, :type, :data::pg_catalog.json, :at, :at)

-- The receivers one after the other, each found by one probe of outbox_due. The cost depends on the number of
-- receivers, not on the number of messages. Plan: outbox_due, one probe for each.
-- name: outbox.receivers
with recursive found (receiver) as (
    (
        select o.receiver from reeve.outbox as o
        where o.next_at is not null and o.receiver > :after
        order by o.receiver limit 1
    )
    union all
    select (
        select o.receiver from reeve.outbox as o
        where o.next_at is not null and o.receiver > f.receiver
        order by o.receiver limit 1
    )
    from found as f
    where f.receiver is not null
)
select f.receiver, (
    select o.next_at from reeve.outbox as o
    where o.receiver = f.receiver and o.next_at is not null
    order by o.next_at limit 1
)
from found as f
where f.receiver is not null
limit :limit

-- The first messages of executions that have due messages. If the first message itself is not due, the others wait
-- until it is, so that they are not read again and again. If two nodes claim the same message at the same time, the
-- second one waits, reads the newest version of the row, and finds that the message is not due any more
-- (EvalPlanQual). Plan: outbox_due, one range of at most :limit rows, then outbox_pkey.
-- name: outbox.claim
with due as (
    select o.shard, o.execution_id
    from reeve.outbox as o
    where o.receiver = :receiver and o.next_at is not null and o.next_at <= :now::timestamptz
    order by o.receiver, o.next_at, o.shard, o.execution_id, o.number
    limit :limit
), head as (
    select d.shard, d.execution_id, h.number, h.next_at, coalesce(h.next_at <= :now::timestamptz, false) as due
    from (select distinct shard, execution_id from due) as d
    cross join lateral (
        select p.number, p.next_at
        from reeve.outbox as p
        where p.shard = d.shard and p.execution_id = d.execution_id
        order by p.number
        limit 1
    ) as h
), moved as (
    update reeve.outbox as o
    set next_at = case when h.due then :until::timestamptz else h.next_at end
    from head as h
    where o.shard = h.shard and o.execution_id = h.execution_id
        and (o.number > h.number or (o.number = h.number and o.next_at <= :now::timestamptz))
    returning
        o.execution_id, o.number, o.at, o.receiver, o.reply_to, o.correlation_id, o.type, o.data, o.since, o.attempts,
        h.due and o.number = h.number as claimed
)
select m.execution_id, m.number, m.at, m.receiver, m.reply_to, m.correlation_id, m.type, m.data, m.since, m.attempts
from moved as m
where m.claimed

-- Removes delivered messages. Sets when failed messages, and those that wait behind them, may be sent. Only the owner
-- of a claim can report a failure. Plan: outbox_pkey, for each message, then the rows behind it.
-- name: outbox.settle
with settled as (
    select r.shard, r.execution_id, r.number, r.claimed_until, r.next_at, r.error
    from unnest(
        :shards::smallint[], :executions::uuid[], :numbers::integer[], :claimed_until::timestamptz[],
        :next_at::timestamptz[], :errors::text[]) as r (shard, execution_id, number, claimed_until, next_at, error)
), delivered as (
    delete from reeve.outbox as o
    using settled as s
    where s.error is null and o.shard = s.shard and o.execution_id = s.execution_id and o.number = s.number
    returning o.shard, o.execution_id, o.number, s.next_at
), failed as (
    update reeve.outbox as o
    set attempts = o.attempts + 1, error = s.error, next_at = s.next_at
    from settled as s
    where s.error is not null and o.shard = s.shard and o.execution_id = s.execution_id and o.number = s.number
        and o.next_at = s.claimed_until
    returning o.shard, o.execution_id, o.number, s.next_at
)
update reeve.outbox as o
set next_at = s.next_at
from (select * from delivered union all select * from failed) as s
where o.shard = s.shard and o.execution_id = s.execution_id and o.number > s.number

-- Plan: outbox_pkey, one range.
-- name: outbox.redeliver
update reeve.outbox
set next_at = :now, since = :now, attempts = 0, error = null
where shard = :shard and execution_id = :execution and next_at is null

-- Plan: outbox_undeliverable, in its order.
-- name: outbox.undeliverable
select o.execution_id, o.number, o.at, o.reply_to, o.type, o.attempts, coalesce(o.error, '')
from reeve.outbox as o
where o.next_at is null and o.attempts > 0
order by o.since, o.shard, o.execution_id
limit :limit
