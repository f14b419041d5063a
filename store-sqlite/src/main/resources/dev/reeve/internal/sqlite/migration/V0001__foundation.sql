-- The foundation: the marker, lanes, definitions, executions and their journals.
--
-- Unlike in PostgreSQL, the shard does not lead the keys. One process owns the whole file, so a take-over never scans
-- the shards of one owner. A batch for 200 executions whose rows lie in 256 places of two trees writes 15 times as
-- many pages as the same rows side by side (docs/adr). So an execution has a number, given in the order of arrival.
-- The number is its place in the file, and its journal refers to it. Journal rows are appended.
--
-- Instants are microseconds since 1970 in UTC; ids are the 16 bytes of the UUID.

-- One row: whether the file was closed in order, and which process opened it last.
create table state (
    one       integer not null primary key check (one = 1),
    clean     integer not null check (clean in (0, 1)),
    opened_by text    not null,
    opened_at integer not null
) strict;
insert into state (one, clean, opened_by, opened_at) values (1, 1, 'nobody', 0);

-- The only writers. A batch is committed only if the incarnation is the one that its lane took.
create table lane (
    node        text    not null,
    lane        integer not null check (lane >= 0),
    incarnation integer not null,
    batch       integer not null check (batch >= 0),
    primary key (node, lane)
) strict, without rowid;

-- Definitions as deployed. They never change.
create table workflow (
    namespace   text    not null,
    name        text    not null,
    version     integer not null,
    content     text    not null check (json_valid(content)),
    deployed_at integer not null,
    primary key (namespace, name, version)
) strict;

-- Actions that a person has paused, until they are resumed.
create table service_pause (
    action    text    not null primary key,
    paused_by text    not null,
    reason    text    not null,
    since     integer not null
) strict, without rowid;

-- One row for each execution. wake_at is null exactly when it has ended (I11): every open execution has a wake time.
create table execution (
    number     integer not null primary key,
    id         blob    not null check (length(id) = 16),
    shard      integer not null check (shard between 0 and 255),
    namespace  text    not null,
    key        text,
    workflow   text    not null,
    version    integer not null,
    status     text    not null,
    priority   integer not null,
    labels     text check (labels is null or json_type(labels) = 'object'),
    digest     integer not null,
    started_at integer not null,
    wake_at    integer,
    ended_at   integer,
    error      text,
    check ((wake_at is null) = (ended_at is not null)),
    check (case when status in ('RUNNING', 'COMPENSATING', 'ESCALATED', 'PAUSED') then ended_at is null
                when status in ('COMPLETED', 'COMPENSATED', 'CANCELLED', 'FAILED') then ended_at is not null
                else false end)
) strict;

-- An execution exists once (I2); lane.entry, lane.find, store.find, store.history.
create unique index execution_id on execution (id);

-- lane.due: open executions by wake time. With the shard in the index, a lane's rows are found without a look into
-- the table. Also list.open: open executions, however many have ended.
create index execution_due on execution (wake_at, id, shard) where wake_at is not null;

-- list.newest. With the workflow in the index, the rows of one workflow are found without a look into the table.
-- Written once for each execution and, since time leads, always at its end.
create index execution_list on execution (namespace, started_at, workflow);

-- list.trouble: the executions that are neither RUNNING nor COMPLETED. An execution that completes without trouble is
-- never in it.
create index execution_trouble on execution (namespace, status, started_at) where status not in ('RUNNING', 'COMPLETED');

-- The source of truth: the events of every transition, append-only. "execution" is execution.number. No foreign key,
-- since the lanes know the number of every execution that they write for. No json_valid, which would parse every
-- payload once more.
create table journal (
    execution integer not null,
    seq       integer not null check (seq >= 1),
    at        integer not null,
    events    text    not null
) strict;

-- The second fence: no transition is written twice (I4). journal.of.
create unique index journal_transition on journal (execution, seq);

-- Messages that are not delivered yet; a row is removed when it is. next_at is null once the message is given up.
create table outbox (
    execution_id   blob    not null check (length(execution_id) = 16),
    number         integer not null check (number >= 1),
    at             integer not null,
    receiver       text    not null,
    reply_to       text    not null,
    correlation_id text,
    type           text    not null,
    data           text    not null,
    since          integer not null,
    attempts       integer not null default 0 check (attempts >= 0),
    next_at        integer,
    error          text
) strict;

-- The messages of an execution in their order, each once; outbox.head, outbox.delivered, outbox.failed, outbox.move.
create unique index outbox_message on outbox (execution_id, number);

-- outbox.due, outbox.receivers: the messages that may be sent, for each receiver by the time from which they may be
-- sent.
create index outbox_due on outbox (receiver, next_at, execution_id, number) where next_at is not null;

-- outbox.undeliverable: the messages that were given up, not those that only wait behind them.
create index outbox_undeliverable on outbox (since, execution_id) where next_at is null and attempts > 0;

-- Views for people. Read-only; the engine does not use them. Times are ISO-8601 with microseconds, as in the events.

-- One row for each event, in order: (execution, seq, position).
create view events as
select
    printf('%s-%s-%s-%s-%s', lower(hex(substr(e.id, 1, 4))), lower(hex(substr(e.id, 5, 2))),
        lower(hex(substr(e.id, 7, 2))), lower(hex(substr(e.id, 9, 2))), lower(hex(substr(e.id, 11)))) as execution,
    j.seq as seq,
    v.key as position,
    strftime('%Y-%m-%dT%H:%M:%S', j.at / 1000000, 'unixepoch') || printf('.%06dZ', j.at % 1000000) as at,
    v.value ->> '$.type' as type,
    v.value ->> '$.step' as step,
    coalesce(v.value ->> '$.purpose', case v.value ->> '$.type'
        when 'StepCompensated' then 'COMPENSATION'
        when 'ProbeAnswered' then 'PROBE'
        else case when v.value ->> '$.step' is not null then 'FORWARD' end
    end) as purpose,
    v.value ->> '$.attempt' as attempt,
    v.value as event
from execution as e
join journal as j on j.execution = e.number
join json_each(j.events) as v;

create view executions as
select
    printf('%s-%s-%s-%s-%s', lower(hex(substr(e.id, 1, 4))), lower(hex(substr(e.id, 5, 2))),
        lower(hex(substr(e.id, 7, 2))), lower(hex(substr(e.id, 9, 2))), lower(hex(substr(e.id, 11)))) as execution,
    e.namespace, e.key, e.workflow, e.version, e.status, e.priority, coalesce(e.labels, '{}') as labels,
    strftime('%Y-%m-%dT%H:%M:%S', e.started_at / 1000000, 'unixepoch')
        || printf('.%06dZ', e.started_at % 1000000) as started_at,
    -- 0 is "now": work is in flight
    case when e.wake_at > 0 then strftime('%Y-%m-%dT%H:%M:%S', e.wake_at / 1000000, 'unixepoch')
        || printf('.%06dZ', e.wake_at % 1000000) end as wake_at,
    strftime('%Y-%m-%dT%H:%M:%S', e.ended_at / 1000000, 'unixepoch')
        || printf('.%06dZ', e.ended_at % 1000000) as ended_at,
    e.error
from execution as e;

-- One row for each attempt with its outcome; "outcome" is RUNNING while that is not known. Attempts of steps that
-- were ended from outside (a timer, an operator) are missing, since no agent was asked to perform them.
create view attempts as
select
    s.execution, s.step, s.purpose, s.attempt,
    s.event ->> '$.agent' as agent,
    s.at as started_at,
    s.event ->> '$.completeBy' as complete_by,
    d.at as ended_at,
    case d.type
        when 'StepCompleted' then 'COMPLETED'
        when 'StepCompensated' then 'COMPENSATED'
        when 'ProbeAnswered' then d.event ->> '$.answer'
        when 'AttemptFailed' then d.event ->> '$.failure.cause'
        else 'RUNNING'
    end as outcome,
    d.event ->> '$.failure.code' as code,
    d.event ->> '$.failure.message' as message
from events as s
left join (
    -- of an attempt that was given up and then found to be done by a probe, the last word
    select *, row_number() over (partition by execution, step, purpose, attempt order by seq desc, position desc) as recency
    from events
    where type in ('StepCompleted', 'StepCompensated', 'ProbeAnswered', 'AttemptFailed')
) as d
    on d.execution = s.execution and d.step = s.step and d.purpose = s.purpose and d.attempt = s.attempt and d.recency = 1
where s.type = 'StepStarted';

-- One row for each step with at least one event, as its last event left it.
create view steps as
select
    execution, step,
    case type
        when 'StepCompleted' then 'COMPLETED'
        when 'StepResolved' then 'COMPLETED'
        -- settled in the execution that this one does again
        when 'StepTaken' then case when done then 'COMPLETED' when event -> '$.skipped' is not null then 'SKIPPED' else 'FAILED' end
        when 'StepCompensated' then 'COMPENSATED'
        when 'StepFailed' then 'FAILED'
        when 'StepEscalated' then 'ESCALATED'
        -- an operator who skips a compensation leaves the step as it was
        when 'StepSkipped' then case when undoing then case when done then 'COMPLETED' else 'FAILED' end else 'SKIPPED' end
        else case purpose
            when 'PROBE' then 'PROBING'
            when 'COMPENSATION' then 'COMPENSATING'
            else case type when 'StepStarted' then 'RUNNING' when 'StepWaiting' then 'WAITING' else 'READY' end
        end
    end as status,
    attempts,
    at as since,
    case when type = 'StepWaiting' then event ->> '$.until' end as waits_until,
    case when type = 'StepWaiting' then event ->> '$.reason' end as waits_for,
    coalesce(event ->> '$.failure.code' || ': ' || (event ->> '$.failure.message'), '') as error
from (
    select
        *,
        row_number() over (partition by execution, step order by seq desc, position desc) as recency,
        max(case when type = 'StepStarted' and purpose = 'FORWARD' then attempt else 0 end)
            over (partition by execution, step) as attempts,
        max(purpose = 'COMPENSATION') over (partition by execution, step) as undoing,
        max(type in ('StepCompleted', 'StepResolved') or (type = 'StepTaken' and event -> '$.output' is not null))
            over (partition by execution, step) as done
    from events
    -- those that say nothing about where the step stands: what follows from them is the next event
    where step is not null and type not in ('AttemptFailed', 'CheckpointRecorded', 'LateReportKept', 'ProbeAnswered')
)
where recency = 1;
