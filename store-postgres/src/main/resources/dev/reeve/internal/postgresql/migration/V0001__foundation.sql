-- The foundation: nodes, lanes, shards, definitions, executions and their journals.
--
-- The shard leads the keys of whatever belongs to an execution: it is computed from the id (ExecutionId.shard), a
-- take-over is a range scan, and the tables can be distributed by it.

-- Nobody who works waits long behind a migration that waits for a lock (R48); the engine tries again.
set local lock_timeout = '5s';

create table reeve.node (
    node        text collate "C" not null,
    name        text             not null,
    incarnation bigint           not null,
    joined_at   timestamptz      not null,
    expires_at  timestamptz,
    constraint node_pkey primary key (node)
);
comment on table reeve.node is 'Running engines. A restarted engine is another node.';
comment on column reeve.node.expires_at is 'When the others may take its shards; null: not before they are told to.';

-- One row for each writer. Every batch adds 1 to "batch", so the row is nearly always updated in place (HOT) as long as
-- its page has room: hence one or two rows in a page, and a vacuum that comes early.
create table reeve.lane (
    node        text collate "C" not null,
    lane        smallint         not null,
    incarnation bigint           not null,
    batch       bigint           not null,
    constraint lane_pkey primary key (node, lane),
    constraint lane_number check (lane >= 0),
    constraint lane_batch check (batch >= 0)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.lane is 'The only writers. A batch is committed only if the incarnation is the one its lane took.';

create table reeve.shard (
    shard smallint not null,
    node  text collate "C",
    lane  smallint,
    constraint shard_pkey primary key (shard),
    constraint shard_number check (shard between 0 and 255)
);
comment on table reeve.shard is 'Which lane owns which shard.';
insert into reeve.shard (shard) select s from generate_series(0, 255) as s;

create table reeve.workflow (
    namespace   text collate "C" not null,
    name        text collate "C" not null,
    version     integer          not null,
    -- json and not jsonb: definitions are the same if their canonical texts are
    content     json             not null,
    deployed_at timestamptz      not null default clock_timestamp(),
    constraint workflow_pkey primary key (namespace, name, version)
);
comment on table reeve.workflow is 'Definitions, as deployed. They never change.';

create table reeve.service_pause (
    action    text collate "C" not null,
    paused_by text             not null,
    reason    text             not null,
    since     timestamptz      not null,
    constraint service_pause_pkey primary key (action)
);
comment on table reeve.service_pause is 'Actions that a person has stopped, until a person has them called again.';

-- The fill factor leaves room in the page of an execution for its next version: the one update that most executions get.
create table reeve.execution (
    shard      smallint         not null,
    id         uuid             not null,
    namespace  text collate "C" not null,
    key        text collate "C",
    workflow   text collate "C" not null,
    version    integer          not null,
    status     smallint         not null,
    priority   integer          not null,
    labels     jsonb            not null,
    digest     bigint           not null,
    started_at timestamptz      not null,
    wake_at    timestamptz,
    ended_at   timestamptz,
    error      text,
    constraint execution_pkey primary key (shard, id),
    constraint execution_shard check (shard between 0 and 255),
    constraint execution_status check (status between 1 and 8),
    -- I11: an execution is open, and then somebody looks at it in time, or it has ended
    constraint execution_open check ((status in (1, 2, 3, 8)) = (wake_at is not null) and (status in (1, 2, 3, 8)) = (ended_at is null))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
comment on table reeve.execution is 'The index of executions. All that is in it can be found in the journal too.';
comment on column reeve.execution.status is
    '1 RUNNING, 2 COMPENSATING, 3 ESCALATED, 4 COMPLETED, 5 COMPENSATED, 6 CANCELLED, 7 FAILED, 8 PAUSED; see the view executions';
comment on column reeve.execution.wake_at is
    'When it must be in some node''s memory; 1970-01-01 while work is in flight; null once it has ended.';

-- Serves due.page: what a lane must look at. Open executions only, so it stays small however many have ended.
create index execution_due on reeve.execution (shard, wake_at, id) where wake_at is not null;

-- Serves list.page: the newest of a namespace, a page at a time.
create index execution_list on reeve.execution (namespace, started_at, id);

-- Serves list.page for what needs a person or went wrong, which is rare among the many that went well.
create index execution_trouble on reeve.execution (namespace, status, started_at, id) where status in (2, 3, 5, 6, 7, 8);

-- The truth. Rows are added and never changed. Only the primary key: it is the second fence (I4) and serves every read.
-- events is json and not jsonb: it is kept to the letter (D14), and costs half as much to write (docs/PERFORMANCE.md).
create table reeve.journal (
    shard        smallint    not null,
    execution_id uuid        not null,
    seq          integer     not null,
    at           timestamptz not null,
    events       json        not null,
    constraint journal_pkey primary key (shard, execution_id, seq),
    constraint journal_shard check (shard between 0 and 255),
    constraint journal_seq check (seq >= 1)
) with (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.1);
comment on table reeve.journal is 'What was decided, one row for each transition: the history of all executions.';

-- What is to be told and has not been delivered yet. Rows come and go, so it is vacuumed early.
create table reeve.outbox (
    shard          smallint         not null,
    execution_id   uuid             not null,
    number         integer          not null,
    at             timestamptz      not null,
    receiver       text collate "C" not null,
    reply_to       text             not null,
    correlation_id text,
    type           text collate "C" not null,
    -- json and not jsonb: it is sent to the letter
    data           json             not null,
    since          timestamptz      not null,
    attempts       integer          not null default 0,
    next_at        timestamptz,
    error          text,
    constraint outbox_pkey primary key (shard, execution_id, number),
    constraint outbox_shard check (shard between 0 and 255),
    constraint outbox_number check (number >= 1),
    constraint outbox_attempts check (attempts >= 0)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.outbox is 'Messages to whoever started an execution, until they are delivered.';
comment on column reeve.outbox.since is 'When the first attempt could be made.';
comment on column reeve.outbox.next_at is 'When the next attempt may be made; null once it was given up.';

-- Serves outbox.receivers and outbox.claim: what may be sent, for each receiver by the time from which on it may.
create index outbox_due on reeve.outbox (receiver, next_at, shard, execution_id, number) where next_at is not null;

-- Serves outbox.undeliverable: those that were given up, not those that only wait behind them.
create index outbox_undeliverable on reeve.outbox (since, shard, execution_id) where next_at is null and attempts > 0;

-- Breaks off the statement that calls it, so that nothing of it is kept.
create function reeve.refuse(message text) returns bigint
    language plpgsql
    volatile
as $$
begin
    raise exception using errcode = 'integrity_constraint_violation', message = message;
end
$$;
