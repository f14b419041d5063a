-- Steps and attempts of children, items and rounds have their status in the views, too. Changes no table; the statements of older releases use no view.

set local lock_timeout = '5s';

create or replace view reeve.events as
select
    j.execution_id as execution,
    j.seq,
    (v.n - 1)::integer as position,
    j.at,
    v.event ->> 'type' as type,
    v.event ->> 'step' as step,
    coalesce(v.event ->> 'purpose', case v.event ->> 'type'
        when 'StepCompensated' then 'COMPENSATION'
        when 'RoundUndone' then 'COMPENSATION'
        when 'RoundFound' then 'COMPENSATION'
        when 'ProbeAnswered' then 'PROBE'
        else case when v.event ->> 'step' is not null then 'FORWARD' end
    end) as purpose,
    (v.event ->> 'attempt')::integer as attempt,
    v.event,
    j.shard
from reeve.journal as j
cross join lateral json_array_elements(j.events) with ordinality as v (event, n);

create or replace view reeve.attempts as
select
    s.execution, s.step, s.purpose, s.attempt,
    s.event ->> 'agent' as agent,
    s.at as started_at,
    (s.event ->> 'completeBy')::timestamptz as complete_by,
    d.at as ended_at,
    case d.type
        when 'StepCompleted' then 'COMPLETED'
        when 'RoundEnded' then 'COMPLETED'
        when 'StepCompensated' then 'COMPENSATED'
        when 'RoundUndone' then 'COMPENSATED'
        when 'ProbeAnswered' then d.event ->> 'answer'
        when 'AttemptFailed' then d.event -> 'failure' ->> 'cause'
        else 'RUNNING'
    end as outcome,
    d.event -> 'failure' ->> 'code' as code,
    d.event -> 'failure' ->> 'message' as message,
    s.shard,
    (s.event ->> 'child')::uuid as child
from reeve.events as s
left join lateral (
    -- of an attempt that was given up and then found to be done by a probe, the last word
    select e.at, e.type, e.event
    from reeve.events as e
    where e.shard = s.shard and e.execution = s.execution and e.step = s.step and e.purpose = s.purpose
        and e.attempt = s.attempt
        and e.type in ('StepCompleted', 'RoundEnded', 'StepCompensated', 'RoundUndone', 'ProbeAnswered', 'AttemptFailed')
        -- an operator settles the step, and no attempt
        and e.event ->> 'by' is null
    order by e.seq desc, e.position desc
    limit 1
) as d on true
where s.type in ('StepStarted', 'ChildStarted');
comment on view reeve.attempts is
    'Attempts, one row each, by an agent or a child, with what became of it; outcome is RUNNING while that is not known. Attempts of steps that were '
    'ended from outside (a timer, an operator) are not there, since nobody was asked to do them.';

create or replace view reeve.steps as
select
    r.execution, r.step,
    -- all items of the step that were done are undone, or left as they are by an operator
    case when strpos(r.step, '[') = 0 and bool_or(r.item_undone) over items and not bool_or(r.item_left) over items
        then 'COMPENSATED'
    else case r.type
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
        -- the round before it is undone next
        when 'RoundUndone' then 'COMPENSATING'
        when 'RoundFound' then 'COMPENSATING'
        else case r.purpose
            when 'PROBE' then 'PROBING'
            when 'COMPENSATION' then 'COMPENSATING'
            else case
                when r.type in ('StepStarted', 'ChildStarted', 'ItemsStarted', 'RoundEnded') then 'RUNNING'
                when r.type = 'StepWaiting' then 'WAITING'
                else 'READY'
            end
        end
    end end as status,
    r.attempts,
    r.at as since,
    case when r.type = 'StepWaiting' then (r.event ->> 'until')::timestamptz end as waits_until,
    case when r.type = 'StepWaiting' then r.event ->> 'reason' end as waits_for,
    coalesce((r.event -> 'failure' ->> 'code') || ': ' || (r.event -> 'failure' ->> 'message'), '') as error,
    r.shard
from (
    select
        e.*,
        strpos(e.step, '[') > 0 and undoing and type in ('StepCompensated', 'StepSkipped') as item_undone,
        strpos(e.step, '[') > 0 and (done or undoing) and type not in ('StepCompensated', 'StepSkipped') as item_left
    from (
        select
            e.*,
            row_number() over (partition by e.shard, e.execution, e.step order by e.seq desc, e.position desc) as recency,
            max(case when e.type in ('StepStarted', 'ChildStarted') and e.purpose = 'FORWARD' then e.attempt else 0 end)
                over (partition by e.shard, e.execution, e.step) as attempts,
            bool_or(e.purpose = 'COMPENSATION') over (partition by e.shard, e.execution, e.step) as undoing,
            bool_or(e.type in ('StepCompleted', 'StepResolved') or (e.type = 'StepTaken' and e.event -> 'output' is not null))
                over (partition by e.shard, e.execution, e.step) as done
        from reeve.events as e
        -- those that say nothing about where the step stands: it stays as it was, or the next event says it
        where e.step is not null
            and e.type not in (
                'AttemptFailed', 'CheckpointRecorded', 'LateReportKept', 'OthersEnded', 'ProbeAnswered', 'ProbeRequested', 'SignalTaken')
    ) as e
    where e.recency = 1
) as r
window items as (partition by r.shard, r.execution, split_part(r.step, '[', 1));
comment on view reeve.steps is 'Steps that anything happened to, one row each, as the last event left it.';
