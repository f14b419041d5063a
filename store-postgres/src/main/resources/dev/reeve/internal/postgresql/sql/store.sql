-- The statements of the store on borrowed connections.

-- name: store.now
select clock_timestamp()

-- The time, how many definitions were deployed, whether messages wait, and the paused actions: one row for each, or one
-- row without an action. Plan: one row of the inbox at most, and the few rows of service_pause. While a snapshot is
-- held, that row comes after all removed ones, so the inbox is not asked each time then.
-- name: store.pulse
select
    clock_timestamp(), (select d.last from reeve.deployment as d),
    :looks::boolean and exists (select from reeve.inbox),
    p.action, p.paused_by, p.reason, p.since
from (values (1)) as one (row)
left join reeve.service_pause as p on true
order by p.action

-- Plan: workflow_pkey. A second deployment does not change the first one, and waits for it if it is under way: all
-- deployments wait for the row of the counter. A number may stay without a definition.
-- name: store.deploy
with counted as (
    update reeve.deployment as d
    set last = d.last + 1
    where not exists (
        select from reeve.workflow as w
        where w.namespace = :namespace and w.name = :name and w.version = :version::integer
    )
    returning d.last
)
insert into reeve.workflow (namespace, name, version, content, number)
select :namespace, :name, :version::integer, :content::json, c.last from counted as c
on conflict (namespace, name, version) do nothing

-- A start in its caller's transaction (S3), which makes it durable. A second start with the same key waits here for
-- the first one. The connection is the caller's, with an unknown search_path, so each name has its schema, in
-- store.enlisted and outbox.add too. Plan: node_pkey, execution_pkey, journal_pkey, one row each.
-- name: store.enlist
with started as (
    insert into reeve.execution (
        shard, id, namespace, key, workflow, version, status, priority, labels, digest, started_at, wake_at, ended_at,
        error)
    select
        :shard::smallint, :id::pg_catalog.uuid, :namespace, :key, :workflow, :version::integer, :status::smallint,
        :priority::integer, :labels::pg_catalog.jsonb, :digest::bigint, :started_at::pg_catalog.timestamptz,
        :wake_at::pg_catalog.timestamptz, :ended_at::pg_catalog.timestamptz, :error
    where exists (select from reeve.node as n where n.node operator(pg_catalog.=) :node)
    -- until the caller commits, no removal of the definition can proceed
    and exists (
        select from reeve.workflow as w
        where w.namespace operator(pg_catalog.=) :namespace and w.name operator(pg_catalog.=) :workflow
            and w.version operator(pg_catalog.=) :version::integer
        for key share)
    -- nor has a later execution the same key
    and (:key::pg_catalog.text is null or not exists (
        select from reeve.execution as l
        where l.shard operator(pg_catalog.=) :shard and l.id operator(pg_catalog.>=) :least
            and l.id operator(pg_catalog.<=) :greatest and l.key is not null))
    on conflict (shard, id) do nothing
    returning shard, id
), journal_written as (
    insert into reeve.journal (shard, execution_id, seq, at, events)
    select s.shard, s.id, :seq::integer, :at::pg_catalog.timestamptz, :events::pg_catalog.json
    from started as s
    returning seq
)
select
    (select pg_catalog.count(*) from started),
    (select pg_catalog.count(*) from journal_written),
    -- Tells lanes that the key is held, until this transaction ends or is rolled back to a savepoint before this start
    -- (lane.held). A hint only: the primary key decides. All such locks together use an eighth of the table of locks at
    -- most, since a full one would end the caller's transaction.
    (
        select pg_catalog.pg_try_advisory_xact_lock(:number::bigint)
        from started as s
        where :key::pg_catalog.text is not null and (
            select pg_catalog.count(*) from pg_catalog.pg_locks as l
            where l.locktype operator(pg_catalog.=) 'advisory'
        ) operator(pg_catalog.<) (
            select pg_catalog.current_setting('max_locks_per_transaction')::bigint
                operator(pg_catalog.*) pg_catalog.current_setting('max_connections')::bigint
                operator(pg_catalog./) 8
        )
    )

-- The existing execution, the newest with the same key. Plan: execution_pkey, as of store.newest.
-- name: store.enlisted
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from reeve.execution as e
where e.shard operator(pg_catalog.=) :shard and e.id operator(pg_catalog.=) coalesce(
    (
        select l.id from reeve.execution as l
        where l.shard operator(pg_catalog.=) :shard and l.id operator(pg_catalog.>=) :least
            and l.id operator(pg_catalog.<=) :greatest and l.key is not null
        order by l.id desc
        limit 1
    ),
    :id)

-- Asked only if a start wrote nothing: it may be the wrong database, or a snapshot that is older than the definition.
-- Plan: node_pkey.
-- name: store.owner
select n.node from reeve.node as n where n.node operator(pg_catalog.=) :node

-- A node that takes the store over deletes this row. It waits for a removal that has cluster.lock, or the removal finds
-- no row. The node may renew its registration meanwhile. Plan: node_pkey.
-- name: undeploy.owner
select node from reeve.node where node operator(pg_catalog.=) :node for key share

-- Asked under cluster.lock, so that no node joins until the removal has ended. Plan: the whole table.
-- name: undeploy.others
select node from reeve.node where node operator(pg_catalog.<>) :node

-- No row if a start in a caller's own transaction has locked it: that may last, and a wait would block all new
-- starts. Once the lock is taken, the next statement sees what those transactions wrote. Plan: workflow_pkey.
-- name: undeploy.lock
select name from reeve.workflow
where namespace operator(pg_catalog.=) :namespace and name operator(pg_catalog.=) :name and version operator(pg_catalog.=) :version
for update skip locked

-- Used before a removal and within it. Plan: execution_due, all of it, which has the open executions; and
-- execution_ended, the range of this version, and the groups of the workflow, which are named after it, such as
-- order.ship. The character after the dot is the slash. Since execution_due does not contain the version, each open
-- execution is looked at. offset 0 keeps the planner from combining the conditions and scanning execution_workflow,
-- which has the ended executions too.
-- name: undeploy.pinned
select
    (
        select pg_catalog.count(*)
        from (
            select e.namespace, e.workflow, e.version from reeve.execution as e
            where e.wake_at is not null and e.wake_at operator(pg_catalog.>=) '-infinity'::pg_catalog.timestamptz
            offset 0
        ) as o
        where o.namespace operator(pg_catalog.=) :namespace and o.version operator(pg_catalog.=) :version
            and (
                o.workflow operator(pg_catalog.=) :name
                or (
                    o.workflow operator(pg_catalog.>) (:name::pg_catalog.text operator(pg_catalog.||) '.')
                    and o.workflow operator(pg_catalog.<) (:name::pg_catalog.text operator(pg_catalog.||) '/')
                )
            )
    ),
    (
        select pg_catalog.count(*) from reeve.execution as e
        where e.ended_at is not null
            and e.namespace operator(pg_catalog.=) :namespace and e.workflow operator(pg_catalog.=) :name
            and e.version operator(pg_catalog.=) :version
    ) operator(pg_catalog.+) (
        select pg_catalog.count(*) from reeve.execution as e
        where e.ended_at is not null
            and e.namespace operator(pg_catalog.=) :namespace and e.version operator(pg_catalog.=) :version
            and e.workflow operator(pg_catalog.>) (:name::pg_catalog.text operator(pg_catalog.||) '.')
            and e.workflow operator(pg_catalog.<) (:name::pg_catalog.text operator(pg_catalog.||) '/')
    )

-- Waits for a removal whose connection broke during its commit, since that transaction locks the row until it has
-- ended. Plan: workflow_pkey.
-- name: undeploy.isThere
select name from reeve.workflow
where namespace operator(pg_catalog.=) :namespace and name operator(pg_catalog.=) :name and version operator(pg_catalog.=) :version
for key share

-- name: undeploy.remove
with gone as (
    delete from reeve.workflow
    where namespace operator(pg_catalog.=) :namespace and name operator(pg_catalog.=) :name and version operator(pg_catalog.=) :version
    returning namespace, name, version
)
insert into reeve.definition_change (namespace, name, version, kind, said_by, reason, at)
select g.namespace, g.name, g.version, 'UNDEPLOYED', :said_by, :reason, :at::pg_catalog.timestamptz from gone as g

-- name: store.workflow
select namespace, name, version, content from reeve.workflow
where namespace = :namespace and name = :name and version = :version

-- Plan: workflow_pkey backwards, 1 row.
-- name: store.highestVersion
select version from reeve.workflow
where namespace = :namespace and name = :name
order by version desc
limit 1

-- name: store.workflows
select namespace, name, version, content from reeve.workflow
where namespace = :namespace
order by name, version

-- Plan: workflow_number, from there on.
-- name: store.newWorkflows
select namespace, name, version, content from reeve.workflow
where number > :number
order by number

-- The namespaces with definitions. Plan: workflow_pkey, one row for each namespace.
-- name: store.namespaces
with recursive found as (
    (select w.namespace from reeve.workflow as w order by w.namespace limit 1)
    union all
    select (select w.namespace from reeve.workflow as w where w.namespace > n.namespace order by w.namespace limit 1)
    from found as n
    where n.namespace is not null
)
select n.namespace from found as n
where n.namespace is not null
order by n.namespace

-- Plan: service_pause_pkey. The first pause stays, and only that one is recorded.
-- name: store.pause
with paused as (
    insert into reeve.service_pause (action, paused_by, reason, since)
    values (:action, :paused_by, :reason, :since::timestamptz)
    on conflict (action) do nothing
    returning action, paused_by, reason, since
)
insert into reeve.service_change (action, kind, said_by, reason, at)
select p.action, 'PAUSED', p.paused_by, p.reason, p.since from paused as p

-- Plan: service_pause_pkey, 1 row.
-- name: store.resume
with resumed as (
    delete from reeve.service_pause where action = :action
)
insert into reeve.service_change (action, kind, said_by, reason, at)
values (:action, 'RESUMED', :said_by, :reason, :at::timestamptz)

-- The newest first. Plan: service_change_pkey, backwards.
-- name: store.serviceChanges
select kind, said_by, reason, at
from reeve.service_change
where action = :action
order by number desc
limit :limit

-- Plan: the whole table, which has one row for each paused action.
-- name: store.pauses
select action, paused_by, reason, since from reeve.service_pause
order by action

-- Plan: execution_pkey, 1 row.
-- name: store.find
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from reeve.execution as e
where e.shard = :shard and e.id = :id

-- The newest execution of a key: the last one that follows the given one, or this one. Plan: execution_pkey, the last
-- row of a range, unless a child of an execution happens to lie there, and 1 row.
-- name: store.newest
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from reeve.execution as e
where e.shard = :shard and e.id = coalesce(
    (
        select l.id from reeve.execution as l
        where l.shard = :shard and l.id >= :least and l.id <= :greatest and l.key is not null
        order by l.id desc
        limit 1
    ),
    :id)

-- Plan: journal_pkey, one range.
-- name: store.history
select execution_id, seq, at, events from reeve.journal
where shard = :shard and execution_id = :id
order by seq

-- As store.history, without the rows after one of them. Plan: journal_pkey, one range.
-- name: store.historyUntil
select execution_id, seq, at, events from reeve.journal
where shard = :shard and execution_id = :id and seq <= :last
order by seq

-- The registered nodes, for people. The node that owns the store alone owns all of it, and tells nothing. Plan: the
-- whole tables, which have at most a few hundred rows.
-- name: store.nodes
select
    n.name, n.incarnation, n.owns, n.joined_at, array(select s.shard from reeve.shard as s where s.node = n.node),
    n.renewed_at, n.version, n.in_flight, n.lag_micros, n.oldest_due
from reeve.node as n
order by n.node

-- The nodes with lane sessions in this database, and the number of other clients. The names of sessions are visible
-- to every role, the kind of a session only to privileged ones; an unknown session counts as a client. Sessions with a
-- name of ours are not counted: of engines in other schemas, and of a command line that has just ended. Without a
-- registered node there is no engine, and other clients use the database. Plan: looks at each session of the server
-- once. For people, on request.
-- name: store.occupancy
select
    (
        select string_agg(distinct n.node, ', ')
        from reeve.node as n
        join pg_catalog.pg_stat_activity as a on starts_with(a.application_name, 'reeve ' || n.node || ' lane ')
        where a.datname = current_database()
    ),
    (select string_agg(n.node, ', ') from reeve.node as n where n.shared),
    (
        select count(*)
        from pg_catalog.pg_stat_activity as a
        where a.datname = current_database() and a.pid <> pg_backend_pid()
            and coalesce(a.backend_type, 'client backend') = 'client backend'
            and not starts_with(a.application_name, 'reeve ')
    ),
    exists (select from reeve.node)

-- The newest first. Consists of these blocks: list.page, the requested conditions, list.order. Plan: execution_workflow
-- backwards, or execution_trouble if rare statuses are requested; ends after :limit rows. execution_labels, and a
-- sort of its result, for rare labels.
-- Without a workflow, list.workflows and list.merged stand around them: the newest of each workflow, and of these the
-- newest. So one index serves both (ADR 46). Each workflow costs a look into the index, and :limit rows.
-- name: list.workflows
with recursive found (workflow) as (
    (
        select e.workflow from reeve.execution as e
        where e.namespace = :namespace order by e.workflow limit 1
    )
    union all
    select n.workflow
    from found as f cross join lateral (
        select e.workflow from reeve.execution as e
        where e.namespace = :namespace and e.workflow > f.workflow order by e.workflow limit 1
    ) as n
)
select p.*
from found as f cross join lateral (

-- name: list.page
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from reeve.execution as e
where e.namespace = :namespace

-- name: list.workflow
and e.workflow = :workflow

-- name: list.found
and e.workflow = f.workflow

-- name: list.statuses
and e.status = any (:statuses::smallint[])

-- Only open executions: repeats the condition of execution_due, which contains exactly these.
-- name: list.open
and e.wake_at is not null

-- Repeats the condition of execution_labels, that the execution has labels.
-- name: list.labels
and e.labels @> :labels::jsonb and e.labels <> '{}'::jsonb

-- name: list.startedFrom
and e.started_at >= :started_from::timestamptz

-- name: list.startedBefore
and e.started_at < :started_before::timestamptz

-- name: list.after
and (e.started_at, e.id) < (:after_at::timestamptz, :after_id)

-- name: list.order
order by e.started_at desc, e.id desc
limit :limit

-- name: list.merged
) as p
order by p.started_at desc, p.id desc
limit :limit

-- Before the others: the following statements wait until they are durable (T1).
-- name: join.durably
select set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
    else current_setting('synchronous_commit') end, true)

-- Takes ownership of everything. One joiner at a time. Reads continue, and so do the lanes until their rows are
-- deleted.
-- name: join.lock
lock table reeve.shard in share row exclusive mode

-- Waits for every transaction of a lane under way. A later one finds no row, and writes nothing (I9).
-- name: join.fence
delete from reeve.lane

-- name: join.forget
with forgotten as (
    delete from reeve.allowance_request
)
delete from reeve.node

-- name: join.node
insert into reeve.node (node, name, incarnation, joined_at, format)
values (:node, :name, :incarnation, clock_timestamp(), :format)

-- name: join.lanes
insert into reeve.lane (node, lane, incarnation, batch)
select :node, r.lane, r.incarnation, 0
from unnest(:lanes::smallint[], :incarnations::bigint[]) as r (lane, incarnation)

-- The node counts calls in its memory, so nobody else knows them.
-- name: join.shards
update reeve.shard set node = :node, lane = shard % :lanes, former = '{""}'

-- Plan: the whole table, which has one row for each action that no agent offers.
-- name: store.unoffered
select action, since, waiting, agent from reeve.unoffered_action
order by action

-- One statement, so that a reader sees either the old or the new content. Plan: unoffered_action_pkey.
-- name: store.unofferedKept
with found as (
    select r.action, r.since, r.waiting, r.agent
    from unnest(:actions::text[], :sinces::timestamptz[], :waitings::integer[], :agents::text[])
        as r (action, since, waiting, agent)
), gone as (
    delete from reeve.unoffered_action as u
    where u.action = any(:over::text[])
)
insert into reeve.unoffered_action as u (action, since, waiting, agent)
select f.action, f.since, f.waiting, f.agent from found as f
on conflict (action) do update
    set since = excluded.since, waiting = excluded.waiting, agent = excluded.agent
    where (u.since, u.waiting, u.agent) is distinct from (excluded.since, excluded.waiting, excluded.agent)

-- Attempts with a permit or a stored output. Plan: permit_pkey, one range.
-- name: store.permits
select p.token from reeve.permit as p where p.token > :after order by p.token limit :limit

-- An engine whose release does not know a format. Plan: the few rows of node.
-- name: format.older
select n.name from reeve.node as n where n.format < :format limit 1

-- name: format.raise
update reeve.compatibility set least = :format where least < :format
