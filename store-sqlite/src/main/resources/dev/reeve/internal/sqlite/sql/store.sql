-- The statements of the store itself.

-- Primary key. The first deployment stays.
-- name: store.deploy (namespace, name, version, content, deployed_at)
insert into workflow (namespace, name, version, content, deployed_at)
values (:namespace, :name, :version, :content, :deployed_at)
on conflict (namespace, name, version) do nothing

-- name: store.workflow (namespace, name, version)
select w.namespace, w.name, w.version, w.content from workflow as w
where w.namespace = :namespace and w.name = :name and w.version = :version

-- Used before a removal and within it, where the lanes wait for it. Open executions are read by the index of open
-- executions, each with a look into the table. Ended ones are read by their index alone: the range of this version, and
-- the groups of the workflow, which are named after it, such as order.ship. The character after the dot is the slash.
-- name: undeploy.pinned (namespace, name, version)
select
    (
        select count(*) from execution as e indexed by execution_due
        where e.wake_at is not null and e.namespace = :namespace and e.version = :version
            and (e.workflow = :name or (e.workflow > :name || '.' and e.workflow < :name || '/'))
    ),
    (
        select count(*) from execution as e indexed by execution_ended
        where e.ended_at is not null and e.namespace = :namespace and e.workflow = :name and e.version = :version
    ) + (
        select count(*) from execution as e indexed by execution_ended
        where e.ended_at is not null and e.namespace = :namespace and e.version = :version
            and e.workflow > :name || '.' and e.workflow < :name || '/'
    )

-- Primary key, 1 row.
-- name: undeploy.isThere (namespace, name, version)
select 1 from workflow where namespace = :namespace and name = :name and version = :version

-- Primary key.
-- name: undeploy.remove (namespace, name, version)
delete from workflow where namespace = :namespace and name = :name and version = :version

-- name: undeploy.changed (namespace, name, version, said_by, reason, at)
insert into definition_change (namespace, name, version, kind, said_by, reason, at)
values (:namespace, :name, :version, 'UNDEPLOYED', :said_by, :reason, :at)

-- Primary key backwards, 1 row.
-- name: store.highestVersion (namespace, name)
select version from workflow
where namespace = :namespace and name = :name
order by version desc
limit 1

-- Primary key, one range.
-- name: store.workflows (namespace)
select w.namespace, w.name, w.version, w.content from workflow as w
where w.namespace = :namespace
order by w.name, w.version

-- The namespaces with definitions. Primary key, one search for each namespace.
-- name: store.namespaces ()
with recursive named (namespace) as (
    select min(w.namespace) from workflow as w
    union all
    select (select min(w.namespace) from workflow as w where w.namespace > n.namespace)
    from named as n
    where n.namespace is not null
)
select n.namespace from named as n
where n.namespace is not null
order by n.namespace

-- Primary key. The first pause stays.
-- name: store.pause (action, paused_by, reason, since)
insert into service_pause (action, paused_by, reason, since)
values (:action, :paused_by, :reason, :since)
on conflict (action) do nothing

-- name: store.paused (action)
select p.action, p.paused_by, p.reason, p.since from service_pause as p where p.action = :action

-- name: store.resume (action)
delete from service_pause where action = :action

-- Written in the transaction of each change by a person.
-- name: store.serviceChanged (action, kind, said_by, reason, at)
insert into service_change (action, kind, said_by, reason, at)
values (:action, :kind, :said_by, :reason, :at)

-- The newest first. service_change_of, backwards.
-- name: store.serviceChanges (action, limit)
select c.kind, c.said_by, c.reason, c.at
from service_change as c
where c.action = :action
order by c.number desc
limit :limit

-- The whole table: one row for each paused action.
-- name: store.pauses ()
select p.action, p.paused_by, p.reason, p.since from service_pause as p order by p.action

-- One label is searched by its index, label_primary key, the newest first; the others are conditions. The rows of one
-- microsecond are sorted.
-- name: list.labelled (namespace, workflow, statuses, labels, started_from, started_before, after_at, after_id, limit, label, value)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from label as l cross join execution as e
where e.namespace = :namespace and l.name = :label and l.value = :value and e.number = l.execution
    and (:workflow is null or e.workflow = :workflow)
    and (:statuses is null or e.status in (select s.value from json_each(:statuses) as s))
    and not exists (
        select 1 from json_each(:labels) as wanted
        where not exists (
            select 1 from json_each(e.labels) as found where found.key = wanted.key and found.value = wanted.value))
    and l.started_at >= coalesce(:started_from, -9223372036854775808)
    and l.started_at < coalesce(:started_before, 9223372036854775807)
    and l.started_at <= coalesce(:after_at, 9223372036854775807)
    and (:after_id is null or (l.started_at, e.id) < (:after_at, :after_id))
order by l.started_at desc, e.id desc
limit :limit

-- A list without labels consists of one of three heads, followed by list.conditions. The newest first. Labels: the
-- execution has every requested label.

-- Backwards through a namespace, for frequent statuses. execution_list.
-- name: list.newest (namespace, workflow, statuses, labels, started_from, started_before, after_at, after_id, limit)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from execution as e indexed by execution_list
where e.namespace = :namespace

-- Only open executions: the cost depends on the number of open executions, not on that of ended ones. execution_due.
-- name: list.open (namespace, workflow, statuses, labels, started_from, started_before, after_at, after_id, limit)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from execution as e indexed by execution_due
where e.wake_at is not null and e.namespace = :namespace

-- Only executions that are neither RUNNING nor COMPLETED, which are few. execution_trouble.
-- name: list.trouble (namespace, workflow, statuses, labels, started_from, started_before, after_at, after_id, limit)
select
    e.id, e.namespace, e.key, e.workflow, e.version, e.status, e.priority, e.labels, e.digest, e.started_at, e.wake_at,
    e.ended_at, e.error
from execution as e indexed by execution_trouble
where e.status not in ('RUNNING', 'COMPLETED') and e.namespace = :namespace

-- name: list.conditions (namespace, workflow, statuses, labels, started_from, started_before, after_at, after_id, limit)
    and (:workflow is null or e.workflow = :workflow)
    and (:statuses is null or e.status in (select s.value from json_each(:statuses) as s))
    and (:labels is null or not exists (
        select 1 from json_each(:labels) as wanted
        where not exists (
            select 1 from json_each(e.labels) as found where found.key = wanted.key and found.value = wanted.value)))
    and e.started_at >= coalesce(:started_from, -9223372036854775808)
    and e.started_at < coalesce(:started_before, 9223372036854775807)
    and e.started_at <= coalesce(:after_at, 9223372036854775807)
    and (:after_id is null or (e.started_at, e.id) < (:after_at, :after_id))
order by e.started_at desc, e.id desc
limit :limit

-- The whole table: one row for each action that no agent offers.
-- name: store.unoffered ()
select u.action, u.since, u.waiting, u.agent from unoffered_action as u order by u.action

-- name: store.unofferedOver (action)
delete from unoffered_action where action = :action

-- name: store.unofferedBegun (action, since, waiting, agent)
insert into unoffered_action (action, since, waiting, agent)
values (:action, :since, :waiting, :agent)
on conflict (action) do update set since = excluded.since, waiting = excluded.waiting, agent = excluded.agent
