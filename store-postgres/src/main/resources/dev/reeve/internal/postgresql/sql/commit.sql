-- The batch transaction. These blocks form ONE statement, which in autocommit is one round trip and one transaction.
-- Isolation: READ COMMITTED is enough, for these reasons.
--
-- Every part draws its rows from "fence", so that without a fence row nothing is written. The fence is an UPDATE,
-- which locks the lane's row until the end of the transaction. So a node that takes the lane waits for a batch under
-- way, and a later batch waits for that node. After such a wait PostgreSQL reads the newest version of the row and
-- tests the condition once more (EvalPlanQual): the incarnation differs, no row results, and nothing is written. The
-- rest of the statement still sees the snapshot from before the wait, which does no harm: without a fence row it
-- writes nothing, and if the other transaction rolled back, nothing had changed.
--
-- "era" is in the key, and follows from "batch". With it the fence visits at most 128 versions of the row, even if
-- another transaction holds an old snapshot that keeps more (ADR 18). It does not matter for the argument above: the
-- row with this batch also has this era.
--
-- "batch = :batch" is the last batch that the lane knows to be in the store. It fails if the store has lost
-- acknowledged batches, as after a failover to a standby that lagged behind (F22).
--
-- session.durably comes between commit.fence and commit.fenced.
--
-- The arrays of a part have the same length, so the rows that unnest makes of them in a list of SELECT belong
-- together. In FROM each array would become a temporary table first, which costs a twelfth of the statement (ADR 7).
--
-- Plan: lane_pkey for the fence, once; then for each part the rows of its arrays (ProjectSet), joined by nested loops.
-- Rows touched: 1 of lane, and those of the batch, each found by its primary key. No part reads a table otherwise.

-- name: commit.fence
with fence as (
    update reeve.lane
    set batch = batch + 1
    where node = :node and lane = :lane and incarnation = :incarnation and era = :batch / 128 and batch = :batch

-- name: commit.fenced
    returning batch
)

-- The same for a batch that starts executions. From here on, with the fence locked, it can only wait for the key of a
-- start in a caller's own transaction (S3), which may last for any time. It waits half a second at most, as the whole
-- lane waits with it. In RETURNING, so that it takes effect after the wait for the fence.
-- name: commit.fenced.starting
    returning
        batch,
        case when :keyed then set_config('lock_timeout', '500ms', true) end as patience
)

-- The primary key refuses a second row with the same number: the second fence.
-- name: commit.journal
, journal_written as (
    insert into reeve.journal (shard, execution_id, seq, at, events)
    select
        unnest(:journal_shard::smallint[]), unnest(:journal_execution::uuid[]), unnest(:journal_seq::integer[]),
        unnest(:journal_at::timestamptz[]), unnest(:journal_events::json[])
    from fence
    returning 1
)

-- name: commit.started
, execution_started as (
    insert into reeve.execution (
        shard, id, namespace, key, workflow, version, status, priority, labels, digest, started_at, wake_at, ended_at,
        error)
    select
        unnest(:started_shard::smallint[]), unnest(:started_id::uuid[]), unnest(:started_namespace::text[]),
        unnest(:started_key::text[]), unnest(:started_workflow::text[]), unnest(:started_version::integer[]),
        unnest(:started_status::smallint[]), unnest(:started_priority::integer[]), unnest(:started_labels::jsonb[]),
        unnest(:started_digest::bigint[]), unnest(:started_started_at::timestamptz[]),
        unnest(:started_wake_at::timestamptz[]), unnest(:started_ended_at::timestamptz[]),
        unnest(:started_error::text[])
    from fence
    returning 1
)

-- name: commit.changed
, execution_changed as (
    update reeve.execution as e
    set status = r.status, wake_at = r.wake_at, ended_at = r.ended_at, error = r.error,
        version = coalesce(nullif(r.version, 0), e.version)
    from (
        select
            unnest(:changed_shard::smallint[]) as shard, unnest(:changed_id::uuid[]) as id,
            unnest(:changed_status::smallint[]) as status, unnest(:changed_wake_at::timestamptz[]) as wake_at,
            unnest(:changed_ended_at::timestamptz[]) as ended_at, unnest(:changed_error::text[]) as error,
            unnest(:changed_version::integer[]) as version
        from fence) as r
    where e.shard = r.shard and e.id = r.id
    returning 1
)

-- The messages that the batch causes; see outbox.sql.
-- name: commit.messages
, message_written as (
    insert into reeve.outbox (
        shard, execution_id, number, at, receiver, reply_to, correlation_id, type, data, since, next_at)
    select
        r.shard, r.execution_id, r.number, r.at, r.receiver, r.reply_to, r.correlation_id, r.type, r.data, r.at, r.at
    from fence cross join unnest(
        :message_shard::smallint[], :message_execution::uuid[], :message_number::integer[],
        :message_at::timestamptz[], :message_receiver::text[], :message_reply_to::text[],
        :message_correlation_id::text[], :message_type::text[], :message_data::json[]) as r (
            shard, execution_id, number, at, receiver, reply_to, correlation_id, type, data)
    returning 1
)

-- For other nodes of a cluster; see cluster.sql. The shards of the lane that become free with this batch, so that their
-- next owner sees everything that was decided before. Plan: shard_pkey.
-- name: commit.released
, shard_released as (
    update reeve.shard as s
    set node = null, lane = null, former = array_append(array_remove(s.former, s.node), s.node)
    from fence
    where s.shard = any (:released::smallint[]) and s.node = :node and s.lane = :lane
    returning 1
)

-- The messages that the batch applies. After a failover that lost messages, another one may have the number of a lost
-- one (F22), so execution and time are compared, too. Plan: inbox_pkey, one probe for each.
-- name: commit.consumed
, message_consumed as (
    delete from reeve.inbox as i
    using fence cross join unnest(
        :consumed_shard::smallint[], :consumed_number::bigint[], :consumed_execution::uuid[],
        :consumed_at::timestamptz[]) as r (shard, number, execution_id, at)
    where i.shard = r.shard and i.number = r.number and i.execution_id = r.execution_id and i.at = r.at
    returning 1
)

-- Their replies. A message that was sent twice has one reply, the first.
-- name: commit.replies
, reply_written as (
    insert into reeve.reply (node, request, content)
    select r.node, r.request, r.content
    from fence cross join unnest(:reply_node::text[], :reply_request::bigint[], :reply_content::json[])
        as r (node, request, content)
    on conflict (node, request) do nothing
)

-- The permits of attempts that start with the batch, and the stored outputs that it applies (ADR 35). Plan:
-- permit_pkey.
-- name: commit.permits
, permit_granted as (
    insert into reeve.permit (token)
    select r.token
    from fence cross join unnest(:granted::text[]) as r (token)
    returning 1
)
, permit_settled as (
    delete from reeve.permit as p
    using fence
    where p.token = any (:settled::text[])
)

-- A row that was not written is a loss that would go unnoticed, so it aborts the transaction: a change whose
-- execution does not exist, or a row that a foreign trigger, rule or policy has dropped. Consists of commit.outcome,
-- those of the next seven that have rows, and commit.outcome.end. Executions come first: PostgreSQL writes in this
-- order, and an existing execution must be reported by its own key and not by that of its journal (S3).
-- name: commit.outcome
select
    case

-- name: commit.outcome.started
        when (select count(*) from execution_started) <> :started_count
            then reeve.refuse('of ' || :started_count || ' started executions the database wrote '
                || (select count(*) from execution_started)
                || ': a trigger, a rule or a row security policy drops them. Remove it')

-- name: commit.outcome.journal
        when (select count(*) from journal_written) <> :journal_count
            then reeve.refuse('of ' || :journal_count || ' journal rows the database wrote '
                || (select count(*) from journal_written)
                || ': a trigger, a rule or a row security policy drops them. Remove it')

-- name: commit.outcome.changed
        when (select count(*) from execution_changed) <> :changed_count
            then reeve.refuse('of ' || :changed_count || ' changed executions only '
                || (select count(*) from execution_changed) || ' exist')

-- name: commit.outcome.messages
        when (select count(*) from message_written) <> :message_count
            then reeve.refuse('of ' || :message_count || ' messages the database wrote '
                || (select count(*) from message_written)
                || ': a trigger, a rule or a row security policy drops them. Remove it')

-- name: commit.outcome.released
        when (select count(*) from shard_released) <> :released_count
            then reeve.refuse('of ' || :released_count || ' released shards the lane owned only '
                || (select count(*) from shard_released))

-- name: commit.outcome.consumed
        when (select count(*) from message_consumed) <> :consumed_count
            then reeve.refuse('of ' || :consumed_count || ' messages of the inbox only '
                || (select count(*) from message_consumed) || ' were still there')

-- name: commit.outcome.permits
        when (select count(*) from permit_granted) <> :granted_count
            then reeve.refuse('of ' || :granted_count || ' permits the database wrote '
                || (select count(*) from permit_granted)
                || ': a trigger, a rule or a row security policy drops them. Remove it')

-- name: commit.outcome.end
        else fence.batch
    end as batch
from fence
