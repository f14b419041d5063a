-- The statements of a lane. Each block has a name, and lists its parameters in the order in which the code gives
-- them.

-- The fence. "batch" is the last batch that the lane knows to be in the store. So a store is detected that has lost
-- acknowledged batches because an old copy was put in its place (F22). Primary key, 1 row.
-- name: lane.fence (node, lane, incarnation, batch)
update lane set batch = batch + 1
where node = :node and lane = :lane and incarnation = :incarnation and batch = :batch

-- Tells why the fence found no row. Primary key, 1 row.
-- name: lane.batch (node, lane, incarnation)
select batch from lane where node = :node and lane = :lane and incarnation = :incarnation

-- Takes a new incarnation. It accepts the new one as well as the old one, so that it can be repeated if its own
-- answer was lost. Primary key, 1 row.
-- name: lane.reacquire (node, lane, incarnation, new_incarnation)
update lane set incarnation = :new_incarnation
where node = :node and lane = :lane and incarnation in (:incarnation, :new_incarnation)
returning batch

-- The number of an execution, and the number of its last transition. execution_id, then the end of its range in
-- journal_transition.
-- name: lane.entry (id)
select e.number, coalesce((select max(j.seq) from journal as j where j.execution = e.number), 0)
from execution as e
where e.id = :id

-- Many rows are inserted by statements of several rows (Blocks.TOGETHER): each statement opens the table and its
-- indexes once, and begins the savepoint that the trigger of labels needs once.
-- name: lane.start (number, id, shard, namespace, key, workflow, version, status, priority, labels, digest, started_at, wake_at, ended_at, error)
insert into execution (
    number, id, shard, namespace, key, workflow, version, status, priority, labels, digest, started_at, wake_at, ended_at,
    error)
values (
    :number, :id, :shard, :namespace, :key, :workflow, :version, :status, :priority, :labels, :digest, :started_at,
    :wake_at, :ended_at, :error)

-- name: lane.journal (execution, seq, at, events)
insert into journal (execution, seq, at, events)
values (:execution, :seq, :at, :events)

-- By rowid, 1 row, and the index entries of those columns that change.
-- name: lane.change (number, status, wake_at, ended_at, error, version)
update execution
set status = :status, wake_at = :wake_at, ended_at = :ended_at, error = :error, version = coalesce(:version, version)
where number = :number

-- As lane.change, for several executions with the same new values, as most that end in one batch have. By rowid,
-- 1 row for each number.
-- name: lane.changeAlike (status, wake_at, ended_at, error, number)
update execution
set status = :status, wake_at = :wake_at, ended_at = :ended_at, error = :error
where number in (:number)

-- Open executions of some shards by wake time. execution_due, one range, which covers it; ends after :limit rows of
-- these shards.
-- name: lane.due (until, after_wake_at, after_id, shards_a, shards_b, shards_c, shards_d, limit)
select e.wake_at, e.id from execution as e indexed by execution_due
where e.wake_at is not null
    and e.wake_at <= :until
    and (e.wake_at, e.id) > (:after_wake_at, :after_id)
    -- one bit for each shard: 0 to 63 in shards_a, and so on
    and (case e.shard >> 6 when 0 then :shards_a when 1 then :shards_b when 2 then :shards_c else :shards_d end)
        >> (e.shard & 63) & 1 = 1
order by e.wake_at, e.id
limit :limit

-- execution_id, 1 row.
-- name: lane.find (id)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error, e.number
from execution as e
where e.id = :id

-- The newest execution of a key: the last of those that follow this one, or this one. execution_id, 1 row of a range,
-- unless a child of an execution happens to lie between them, and 1 row.
-- name: lane.newest (least, greatest, id)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error, e.number
from execution as e
where e.id = coalesce(
    (
        select f.id from execution as f
        where f.id >= :least and f.id <= :greatest and f.key is not null
        order by f.id desc
        limit 1
    ),
    :id)

-- The journal of one execution. journal_transition, one range.
-- name: journal.of (execution)
select j.seq, j.at, j.events from journal as j
where j.execution = :execution
order by j.seq

-- As journal.of, without the rows after one of them. journal_transition, one range.
-- name: journal.until (execution, last)
select j.seq, j.at, j.events from journal as j
where j.execution = :execution and j.seq <= :last
order by j.seq

-- Fences every previous owner: none of their incarnations is left.
-- name: join.fence ()
delete from lane

-- name: join.lane (node, lane, incarnation)
insert into lane (node, lane, incarnation, batch) values (:node, :lane, :incarnation, 0)

-- Incarnations only rise, also after restarts.
-- name: join.incarnation ()
select coalesce(max(incarnation), 0) from lane

-- The numbers of executions only rise.
-- name: lane.lastNumber ()
select coalesce(max(number), 0) from execution
