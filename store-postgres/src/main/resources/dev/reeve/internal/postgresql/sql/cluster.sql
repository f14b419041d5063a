-- Several nodes share the store (ADR 32). Isolation: READ COMMITTED.
--
-- The order of locks is the same for all: the table of the shards, a node, its lanes, its shards. A batch locks the row
-- of its lane, then shards. So a deletion of lanes waits for batches, and no two transactions wait for each other.
--
-- A node is removed in one transaction of several statements: cluster.lock; one that finds and locks the node;
-- cluster.fence; cluster.free; cluster.unread; cluster.forget; cluster.unasked.
-- Each statement sees what was committed when it began:
-- after the lock on the node no claim of it is under way, and after cluster.fence no batch of it. The tables of nodes,
-- lanes and shards have at most a few hundred rows.

-- A joining node locks the table against this (join.lock). Here and not with cluster.free: otherwise this transaction
-- would hold rows that the joining node waits for.
-- name: cluster.lock
lock table reeve.shard in row exclusive mode

-- A node that another one considers dead, unless it has renewed its registration since. If a renewal is under way, this
-- waits for it, and then finds another number. Plan: node_pkey.
-- name: cluster.dead
select n.node from reeve.node as n where n.node = :node and n.beat = :beat for update

-- Plan: node_pkey.
-- name: cluster.leaving
select n.node from reeve.node as n where n.node = :node for update

-- The nodes to which a process that registers again gives way: those that leave no shard to others, and other processes
-- of its name. The lower half of an incarnation belongs to the process. Nodes come only with join.lock, which this
-- transaction has. Plan: the whole table.
-- name: cluster.ahead
select n.node from reeve.node as n
where not n.shared or (:replaces and n.name = :name and (n.incarnation # :incarnation::bigint) & 4294967295 <> 0)
order by n.node

-- The nodes that a joining node removes: those that leave no shard to others, and its predecessors. Plan: the whole
-- table.
-- name: cluster.displaced
select n.node from reeve.node as n
where not n.shared or (:replaces and n.name = :name)
order by n.node
for update

-- Waits for every batch under way. A later one finds no row, and writes nothing (I9). Plan: lane_pkey.
-- name: cluster.fence
delete from reeve.lane where node = any (:nodes::text[])

-- The next owner counts the calls under way; see allowance.sql. Plan: the whole table.
-- name: cluster.free
update reeve.shard as s
set node = null, lane = null, former = array_append(array_remove(s.former, s.node), s.node)
where s.node = any (:nodes::text[])

-- The letters from and to removed nodes, in the order in which mail.receive deletes. Plan: mail_pkey, or the whole
-- table, which has at most some thousand rows.
-- name: cluster.unread
with unread as (
    select m.receiver, m.sender, m.number
    from reeve.mail as m
    where m.receiver = any (:nodes::text[]) or m.sender = any (:nodes::text[])
    order by m.receiver, m.sender, m.number
    for update
)
delete from reeve.mail as m
using unread as u
where m.receiver = u.receiver and m.sender = u.sender and m.number = u.number

-- name: cluster.forget
with forgotten as (
    delete from reeve.allowance_request where node = any (:nodes::text[])
)
delete from reeve.node where node = any (:nodes::text[])

-- The replies that nobody awaits any more. A node that was removed and goes on still awaits some, for a minute. Plan:
-- the whole table, which contains only what is awaited.
-- name: cluster.unasked
delete from reeve.reply as r
where r.at < clock_timestamp() - interval '1 hour' and not exists (select from reeve.node as n where n.node = r.node)

-- name: cluster.node
insert into reeve.node (node, name, incarnation, joined_at, owns, shared, ttl_millis, format, process)
values (:node, :name, :incarnation, clock_timestamp(), :owns, true, :ttl::bigint::integer, :format, :process)

-- name: cluster.isRegistered
select exists (select from reeve.node as n where n.node = :node)

-- Renews the registration, and returns each node with its shards. A row that was renewed by this statement is returned
-- as it is now. Consists of cluster.renew, session.durably and cluster.renewed. Plan: node_pkey, then the whole tables.
-- name: cluster.renew
with renewed as (
    update reeve.node as n
    set beat = n.beat + 1, owns = :owns, renewed_at = clock_timestamp(), version = :version,
        in_flight = :in_flight::integer, lag_micros = :lag_micros::bigint, oldest_due = :oldest_due::timestamptz
    where n.node = :node

-- name: cluster.renewed
    returning n.node, n.beat, n.owns
)
select
    n.node, n.name, coalesce(r.beat, n.beat), coalesce(r.owns, n.owns), n.shared, r.node is not null,
    array(select s.shard from reeve.shard as s where s.node = n.node), n.ttl_millis, n.process
from reeve.node as n
left join renewed as r on r.node = n.node
order by n.node

-- Makes a lane the owner of free shards. The lock on the node keeps it from being removed until this ends; if it is
-- being removed, this waits and finds no node. Of two claims of one shard the second waits, tests the newest version of
-- the row (EvalPlanQual), and leaves it alone. The shards are locked in one order for all claims. Consists of
-- cluster.claim, session.durably and cluster.claimed. Plan: node_pkey, shard_pkey.
-- name: cluster.claim
with claimant as (
    select n.node from reeve.node as n
    where n.node = :node

-- name: cluster.claimed
    for key share
), vacant as (
    select s.shard
    from claimant
    cross join reeve.shard as s
    where s.shard = any (:shards::smallint[]) and s.node is null
    order by s.shard
    for update of s
)
update reeve.shard as s
set node = :node, lane = :lane
from vacant as v
where s.shard = v.shard
returning s.shard

-- All of them, or none: a row that a foreign trigger, rule or policy has dropped aborts the statement. Plan: a function
-- scan.
-- name: inbox.post
with posted as (
    insert into reeve.inbox (shard, execution_id, sender, request, content)
    select r.shard, r.execution_id, r.sender, r.request, r.content
    from unnest(:shards::smallint[], :executions::uuid[], :senders::text[], :requests::bigint[], :contents::json[])
        as r (shard, execution_id, sender, request, content)
    returning 1
)
select
    case
        when count(*) <> :count
            then reeve.refuse('of ' || :count || ' messages the database wrote ' || count(*)
                || ': a trigger, a rule or a row security policy drops them. Remove it')
        else count(*)
    end
from posted

-- The first messages of each of several shards; the caller needs no more than :limit of them together, and no more
-- text than :length_max, except for the first one. Those of nodes consist of inbox.look, inbox.waiting and
-- inbox.ordered; those of SQL functions of inbox.look, inbox.requests and inbox.ordered. Plan: inbox_message or
-- inbox_request, one range of at most :limit rows for each shard, besides those that are left out.
-- name: inbox.look
select w.number, w.execution_id, w.sender, w.request, w.content, w.sent_by, w.at
from (
    select i.*, row_number() over (order by i.number) as nth, sum(i.length) over (order by i.number) as total
    from (
        select o.*, length(o.content::text) as length
        from unnest(:shards::smallint[]) as s (shard)
        cross join lateral (
            select m.shard, m.number, m.execution_id, m.sender, m.request, m.content, m.sent_by, m.at
            from reeve.inbox as m
            where m.shard = s.shard and m.number > :after

-- name: inbox.waiting
                and m.sender <> ''

-- name: inbox.requests
                and m.sender = '' and m.execution_id <> all (:except::uuid[])

-- name: inbox.ordered
            order by m.number
            limit :limit
        ) as o
        order by o.number
        limit :limit
    ) as i
) as w
where w.nth = 1 or w.total <= :length_max
order by w.number

-- Removes the replies that their receiver has, and returns the others. If there are others and the server waits for a
-- standby, the statement also writes: so its commit waits until the standby has it, and with it the batches that wrote
-- the replies. Their own wait may have been cancelled (F21). Without a standby what is visible is on the disk, and the
-- removal needs no wait. What writes nothing waits for nothing. Earlier replies, which stay while another session holds
-- a snapshot, are not walked over. Plan: reply_pkey, one probe for each number, then one range.
-- name: reply.next
with received as (
    delete from reeve.reply as d
    where d.node = :node and d.request = any (:done::bigint[])
    and set_config('synchronous_commit', case current_setting('synchronous_standby_names')
        when '' then 'off' else current_setting('synchronous_commit')
    end, true) is not null
)
select
    r.request, r.content,
    case
        when row_number() over () = 1 and current_setting('synchronous_standby_names') <> ''
            then pg_logical_emit_message(true, 'reeve', '')
    end
from reeve.reply as r
where r.node = :node and r.request >= :from and r.request <> all (:done::bigint[])

-- Only a letter whose first try is in doubt is there already. A letter from or to a node that is being removed could
-- stay forever, so the rows of both nodes are locked against that. A row that a foreign trigger, rule or policy has
-- dropped aborts the statement. Plan: node_pkey; mail_pkey, one probe for each letter, if some were there.
-- name: mail.send
with found as (
    select n.node
    from reeve.node as n
    where n.node = any (:receivers::text[]) or n.node = any (:senders::text[])
    order by n.node
    for key share
), asked as (
    select m.receiver, m.sender, m.number, m.content
    from unnest(:receivers::text[], :senders::text[], :numbers::bigint[], :contents::json[])
        as m (receiver, sender, number, content)
    inner join found as f on m.receiver = f.node
    inner join found as s on m.sender = s.node
), posted as (
    insert into reeve.mail (receiver, sender, number, content)
    select w.receiver, w.sender, w.number, w.content from asked as w
    on conflict do nothing
    returning 1
)
select
    case
        when (select count(*) from posted) = (select count(*) from asked) then 0
        when (select count(*) from posted) + (
            select count(*)
            from asked as w
            cross join lateral (
                select from reeve.mail as e
                where e.receiver = w.receiver and e.sender = w.sender and e.number = w.number
                offset 0
            ) as there
        ) < (select count(*) from asked)
            then reeve.refuse('the database does not write all letters between engines: a trigger, a rule or a row '
                || 'security policy drops them. Remove it')
        else 0
    end

-- Neither part walks over letters that were removed before, which stay while another session holds a snapshot. The
-- senders are in order, as in cluster.unread. Plan: mail_pkey twice, one range for each sender.
-- name: mail.receive
with removed as (
    delete from reeve.mail as d
    using unnest(:senders::text[], :removed::bigint[], :read::bigint[]) as r (sender, removed, read)
    where d.receiver = :receiver and d.sender = r.sender and d.number > r.removed and d.number <= r.read
)

select w.sender, w.number, w.content
from (
    select
        p.sender, p.number, p.content,
        row_number() over (order by p.sender, p.number) as nth,
        sum(length(p.content::text)) over (order by p.sender, p.number) as total
    from (
        select o.sender, o.number, o.content
        from unnest(:senders::text[], :read::bigint[]) as r (sender, read)
        cross join lateral (
            select m.sender, m.number, m.content
            from reeve.mail as m
            where m.receiver = :receiver and m.sender = r.sender and m.number > r.read
            order by m.number
            limit :limit
        ) as o
        order by o.sender, o.number
        limit :limit
    ) as p
) as w
where w.nth = 1 or w.total <= :length_max
order by w.sender, w.number

-- name: hint.listen
listen reeve

-- name: hint.unlisten
unlisten *

-- name: hint.send
select pg_notify('reeve', p.payload) from unnest(:payloads::text[]) as p (payload)
