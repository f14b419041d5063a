-- What people ask their own database: views over the truth, for reading only. Nothing of the engine depends on them.
--
-- The keys begin with the shard. Whoever asks for one execution says so, and gets an answer in a millisecond:
--
--     select * from reeve.steps where shard = reeve.shard_of('0197…') and execution = '0197…'

set local lock_timeout = '5s';

-- Multiplies as Java does: what goes beyond 64 bits is lost.
create function reeve.times_64(a bit(64), b numeric) returns bit(64)
    language sql
    immutable
    strict
    parallel safe
as $$
    select (case when p.product >= 9223372036854775808 then p.product - 18446744073709551616 else p.product end)
        ::bigint::bit(64)
    from (
        select (u.a * b) % 18446744073709551616 as product
        from (
            select case when a::bigint < 0 then a::bigint + 18446744073709551616::numeric else a::bigint::numeric end
        ) as u (a)
    ) as p
$$;

create function reeve.shard_of(id uuid) returns smallint
    language sql
    immutable
    strict
    parallel safe
as $$
    select (reeve.times_64(mixed.bits # (mixed.bits >> 32), 15485907386658061715) >> 56)::bigint::smallint
    from (
        select reeve.times_64(('x' || substr(half.hex, 1, 16))::bit(64), 11400714819323198485)
            # ('x' || substr(half.hex, 17))::bit(64)
        from (select replace(id::text, '-', '')) as half (hex)
    ) as mixed (bits)
$$;
comment on function reeve.shard_of is 'The shard of an execution, as ExecutionId.shard computes it.';

create view reeve.executions as
select
    e.id as execution,
    e.namespace, e.key, e.workflow, e.version,
    case e.status
        when 1 then 'RUNNING'
        when 2 then 'COMPENSATING'
        when 3 then 'ESCALATED'
        when 4 then 'COMPLETED'
        when 5 then 'COMPENSATED'
        when 6 then 'CANCELLED'
        when 7 then 'FAILED'
        when 8 then 'PAUSED'
    end as status,
    e.priority, e.labels, e.started_at,
    -- 1970 is "now": work is in flight
    nullif(e.wake_at, 'epoch') as wake_at,
    e.ended_at, e.error, e.shard
from reeve.execution as e;
comment on view reeve.executions is 'Executions, one row each. wake_at is when one that only waits is looked at again.';

create view reeve.events as
select
    j.execution_id as execution,
    j.seq,
    (v.n - 1)::integer as position,
    j.at,
    v.event ->> 'type' as type,
    v.event ->> 'step' as step,
    coalesce(v.event ->> 'purpose', case v.event ->> 'type'
        when 'StepCompensated' then 'COMPENSATION'
        when 'ProbeAnswered' then 'PROBE'
        else case when v.event ->> 'step' is not null then 'FORWARD' end
    end) as purpose,
    (v.event ->> 'attempt')::integer as attempt,
    v.event,
    j.shard
from reeve.journal as j
cross join lateral json_array_elements(j.events) with ordinality as v (event, n);
comment on view reeve.events is 'The history of executions, one row for each event, in the order of (seq, position).';

create view reeve.attempts as
select
    s.execution, s.step, s.purpose, s.attempt,
    s.event ->> 'agent' as agent,
    s.at as started_at,
    (s.event ->> 'completeBy')::timestamptz as complete_by,
    d.at as ended_at,
    case d.type
        when 'StepCompleted' then 'COMPLETED'
        when 'StepCompensated' then 'COMPENSATED'
        when 'ProbeAnswered' then d.event ->> 'answer'
        when 'AttemptFailed' then d.event -> 'failure' ->> 'cause'
        else 'RUNNING'
    end as outcome,
    d.event -> 'failure' ->> 'code' as code,
    d.event -> 'failure' ->> 'message' as message,
    s.shard
from reeve.events as s
left join lateral (
    -- of an attempt that was given up and then found to be done by a probe, the last word
    select e.at, e.type, e.event
    from reeve.events as e
    where e.shard = s.shard and e.execution = s.execution and e.step = s.step and e.purpose = s.purpose
        and e.attempt = s.attempt and e.type in ('StepCompleted', 'StepCompensated', 'ProbeAnswered', 'AttemptFailed')
    order by e.seq desc, e.position desc
    limit 1
) as d on true
where s.type = 'StepStarted';
comment on view reeve.attempts is
    'Attempts, one row each, with what became of it; outcome is RUNNING while that is not known. Attempts of steps that were '
    'ended from outside (a timer, an operator) are not there, since nobody was asked to do them.';

create view reeve.steps as
select
    r.execution, r.step,
    case r.type
        when 'StepCompleted' then 'COMPLETED'
        when 'StepResolved' then 'COMPLETED'
        -- settled in the execution that this one does again
        when 'StepTaken' then
            case when r.done then 'COMPLETED' when r.event -> 'skipped' is not null then 'SKIPPED' else 'FAILED' end
        when 'StepCompensated' then 'COMPENSATED'
        when 'StepFailed' then 'FAILED'
        when 'StepEscalated' then 'ESCALATED'
        -- an operator who skips a compensation leaves the step as it was
        when 'StepSkipped' then
            case when r.undoing then case when r.done then 'COMPLETED' else 'FAILED' end else 'SKIPPED' end
        else case r.purpose
            when 'PROBE' then 'PROBING'
            when 'COMPENSATION' then 'COMPENSATING'
            else case r.type when 'StepStarted' then 'RUNNING' when 'StepWaiting' then 'WAITING' else 'READY' end
        end
    end as status,
    r.attempts,
    r.at as since,
    case when r.type = 'StepWaiting' then (r.event ->> 'until')::timestamptz end as waits_until,
    case when r.type = 'StepWaiting' then r.event ->> 'reason' end as waits_for,
    coalesce((r.event -> 'failure' ->> 'code') || ': ' || (r.event -> 'failure' ->> 'message'), '') as error,
    r.shard
from (
    select
        e.*,
        row_number() over (partition by e.shard, e.execution, e.step order by e.seq desc, e.position desc) as recency,
        max(case when e.type = 'StepStarted' and e.purpose = 'FORWARD' then e.attempt else 0 end)
            over (partition by e.shard, e.execution, e.step) as attempts,
        bool_or(e.purpose = 'COMPENSATION') over (partition by e.shard, e.execution, e.step) as undoing,
        bool_or(e.type in ('StepCompleted', 'StepResolved') or (e.type = 'StepTaken' and e.event -> 'output' is not null))
            over (partition by e.shard, e.execution, e.step) as done
    from reeve.events as e
    -- those that say nothing about where the step stands: what follows from them is the next event
    where e.step is not null
        and e.type not in ('AttemptFailed', 'CheckpointRecorded', 'LateReportKept', 'ProbeAnswered')
) as r
where r.recency = 1;
comment on view reeve.steps is 'Steps that anything happened to, one row each, as the last event left it.';
