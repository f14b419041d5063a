-- What people ask their own database: views over the truth, for reading only. Nothing of the engine depends on them.
--
-- The keys begin with the shard. Whoever asks for one execution says so, and gets an answer in a millisecond:
--
--     select * from reeve.steps where shard = reeve.shard_of('0197…') and execution_id = '0197…'

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
    e.id as execution_id,
    e.namespace,
    e.key,
    e.workflow,
    e.version,
    case e.status
        when 1 then 'RUNNING'
        when 2 then 'COMPENSATING'
        when 3 then 'ESCALATED'
        when 4 then 'COMPLETED'
        when 5 then 'COMPENSATED'
        when 6 then 'CANCELLED'
        when 7 then 'FAILED'
    end as status,
    e.priority,
    e.labels,
    e.started_at,
    e.ended_at,
    e.wake_at is not null and e.wake_at = 'epoch' as in_flight,
    nullif(e.wake_at, 'epoch') as wake_at,
    e.error,
    e.shard
from reeve.execution as e;
comment on view reeve.executions is 'Executions, one row each. wake_at is when one that only waits is looked at again.';

create view reeve.events as
select
    j.execution_id,
    j.seq,
    e.n::integer as n,
    j.at,
    e.event ->> 'type' as type,
    e.event ->> 'step' as step,
    coalesce(
        e.event ->> 'purpose',
        case e.event ->> 'type' when 'StepCompensated' then 'COMPENSATION' when 'ProbeAnswered' then 'PROBE' end,
        case when e.event ->> 'step' is not null then 'FORWARD' end) as purpose,
    (e.event ->> 'attempt')::integer as attempt,
    e.event,
    j.shard
from reeve.journal as j
cross join lateral json_array_elements(j.events) with ordinality as e (event, n);
comment on view reeve.events is 'The history of executions, one row for each event, in the order of (seq, n).';

create view reeve.steps as
select
    s.execution_id,
    s.step,
    (array_agg(s.status order by s.seq desc, s.n desc) filter (where s.status is not null))[1] as status,
    (array_agg(s.at order by s.seq desc, s.n desc) filter (where s.status is not null))[1] as since,
    coalesce(max(s.attempt) filter (where s.type = 'StepStarted' and s.purpose = 'FORWARD'), 0) as attempts,
    (array_agg(s.event ->> 'agent' order by s.seq desc, s.n desc) filter (where s.type = 'StepStarted'))[1] as agent,
    (array_agg((s.event ->> 'until')::timestamptz order by s.seq desc, s.n desc)
        filter (where s.type = 'StepWaiting'))[1] as last_wait_until,
    (array_agg(s.event -> 'output' order by s.seq desc, s.n desc)
        filter (where s.type in ('StepCompleted', 'StepResolved')))[1] as output,
    (array_agg(s.event -> 'failure' order by s.seq desc, s.n desc)
        filter (where s.event -> 'failure' is not null and s.type <> 'LateReportKept'))[1] as last_failure,
    s.shard
from (
    select
        v.*,
        case v.type
            when 'StepReady' then
                case v.purpose when 'PROBE' then 'PROBING' when 'COMPENSATION' then 'COMPENSATING' else 'READY' end
            when 'StepResumed' then
                case v.purpose when 'PROBE' then 'PROBING' when 'COMPENSATION' then 'COMPENSATING' else 'READY' end
            when 'StepRetried' then
                case v.purpose when 'PROBE' then 'PROBING' when 'COMPENSATION' then 'COMPENSATING' else 'READY' end
            when 'StepStarted' then
                case v.purpose when 'PROBE' then 'PROBING' when 'COMPENSATION' then 'COMPENSATING' else 'RUNNING' end
            when 'StepWaiting' then
                case v.purpose when 'PROBE' then 'PROBING' when 'COMPENSATION' then 'COMPENSATING' else 'WAITING' end
            when 'StepCompleted' then 'COMPLETED'
            when 'StepResolved' then 'COMPLETED'
            when 'StepFailed' then 'FAILED'
            when 'StepSkipped' then 'SKIPPED'
            when 'StepEscalated' then 'ESCALATED'
            when 'StepCompensated' then 'COMPENSATED'
        end as status
    from reeve.events as v
    where v.step is not null
) as s
group by s.shard, s.execution_id, s.step;
comment on view reeve.steps is 'Steps that have begun, one row each; agent is who was given the last attempt.';

create view reeve.attempts as
select
    a.execution_id,
    a.step,
    a.purpose,
    a.attempt,
    min(a.event ->> 'agent') filter (where a.type = 'StepStarted') as agent,
    min(a.at) filter (where a.type = 'StepStarted') as started_at,
    min((a.event ->> 'completeBy')::timestamptz) filter (where a.type = 'StepStarted') as complete_by,
    min(a.at) filter (where a.type in ('AttemptFailed', 'StepCompleted', 'StepCompensated', 'ProbeAnswered')) as ended_at,
    case
        when bool_or(a.type in ('StepCompleted', 'StepCompensated')) then 'COMPLETED'
        when bool_or(a.type = 'ProbeAnswered') then min(a.event ->> 'answer')
        else min(a.event -> 'failure' ->> 'cause') filter (where a.type = 'AttemptFailed')
    end as outcome,
    min(a.event -> 'failure' ->> 'code') filter (where a.type = 'AttemptFailed') as code,
    min(a.event -> 'failure' ->> 'message') filter (where a.type = 'AttemptFailed') as message,
    bool_or(a.type = 'LateReportKept') as late_report,
    a.shard
from reeve.events as a
where a.type in (
        'StepStarted', 'AttemptFailed', 'StepCompleted', 'StepCompensated', 'ProbeAnswered', 'LateReportKept')
    and a.attempt > 0
group by a.shard, a.execution_id, a.step, a.purpose, a.attempt;
comment on view reeve.attempts is
    'Attempts, one row each. outcome: COMPLETED, why it failed, or what the probe answered; null while it is open.';
