-- The messages to receivers, and the outcomes of their delivery.

-- Written in the lane's transaction, with the events that it reports.
-- name: outbox.add (execution_id, number, at, receiver, reply_to, correlation_id, type, data)
insert into outbox (execution_id, number, at, receiver, reply_to, correlation_id, type, data, since, next_at)
values (:execution_id, :number, :at, :receiver, :reply_to, :correlation_id, :type, :data, :at, :at)

-- The receivers one after the other, each found by one probe of outbox_due. The cost depends on the number of
-- receivers, not on the number of messages.
-- name: outbox.receivers (after, limit)
with recursive found (receiver) as (
    select min(o.receiver) from outbox as o where o.next_at is not null and o.receiver > :after
    union all
    select (select min(o.receiver) from outbox as o where o.next_at is not null and o.receiver > f.receiver)
    from found as f
    where f.receiver is not null
    limit :limit
)
select f.receiver, (select min(o.next_at) from outbox as o where o.receiver = f.receiver and o.next_at is not null)
from found as f
where f.receiver is not null

-- outbox_due, one range.
-- name: outbox.due (receiver, now, limit)
select o.execution_id from outbox as o
where o.receiver = :receiver and o.next_at is not null and o.next_at <= :now
order by o.next_at, o.execution_id, o.number
limit :limit

-- The first message of an execution. outbox_message, 1 row.
-- name: outbox.head (execution_id)
select
    o.execution_id, o.number, o.at, o.receiver, o.reply_to, o.correlation_id, o.type, o.data, o.since, o.attempts, o.next_at
from outbox as o
where o.execution_id = :execution_id
order by o.number
limit 1

-- The messages from a number on wait until the same time, so that those behind the first one are not read in vain.
-- outbox_message, one range.
-- name: outbox.move (execution_id, number, next_at)
update outbox set next_at = :next_at where execution_id = :execution_id and number >= :number

-- outbox_message, 1 row.
-- name: outbox.delivered (execution_id, number)
delete from outbox where execution_id = :execution_id and number = :number

-- Only for the owner of the claim. outbox_message, 1 row.
-- name: outbox.failed (execution_id, number, claimed_until, error)
update outbox set attempts = attempts + 1, error = :error
where execution_id = :execution_id and number = :number and next_at = :claimed_until

-- outbox_message, one range.
-- name: outbox.redeliver (execution_id, now)
update outbox set next_at = :now, since = :now, attempts = 0, error = null
where execution_id = :execution_id and next_at is null

-- outbox_undeliverable, in its order.
-- name: outbox.undeliverable (limit)
select o.execution_id, o.number, o.at, o.reply_to, o.type, o.attempts, coalesce(o.error, '')
from outbox as o
where o.next_at is null and o.attempts > 0
order by o.since, o.execution_id
limit :limit
