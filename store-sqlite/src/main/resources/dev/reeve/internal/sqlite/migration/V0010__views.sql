-- Steps and attempts of children, items and rounds have their status in the views, too. Changes no table.

-- The history of executions, one row for each event, in the order of (seq, position).
drop view events;
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
        when 'RoundUndone' then 'COMPENSATION'
        when 'RoundFound' then 'COMPENSATION'
        when 'ProbeAnswered' then 'PROBE'
        else case when v.value ->> '$.step' is not null then 'FORWARD' end
    end) as purpose,
    v.value ->> '$.attempt' as attempt,
    v.value as event
from execution as e
join journal as j on j.execution = e.number
join json_each(j.events) as v;

-- One row for each attempt with its outcome; "outcome" is RUNNING while that is not known. Attempts of steps that
-- were ended from outside (a timer, an operator) are missing, since no agent was asked to perform them.
drop view attempts;
create view attempts as
select
    s.execution, s.step, s.purpose, s.attempt,
    s.event ->> '$.agent' as agent,
    s.at as started_at,
    s.event ->> '$.completeBy' as complete_by,
    d.at as ended_at,
    case d.type
        when 'StepCompleted' then 'COMPLETED'
        when 'RoundEnded' then 'COMPLETED'
        when 'StepCompensated' then 'COMPENSATED'
        when 'RoundUndone' then 'COMPENSATED'
        when 'ProbeAnswered' then d.event ->> '$.answer'
        when 'AttemptFailed' then d.event ->> '$.failure.cause'
        else 'RUNNING'
    end as outcome,
    d.event ->> '$.failure.code' as code,
    d.event ->> '$.failure.message' as message,
    s.event ->> '$.child' as child
from events as s
left join (
    -- of an attempt that was given up and then found to be done by a probe, the last word
    select *, row_number() over (partition by execution, step, purpose, attempt order by seq desc, position desc) as recency
    from events
    where type in ('StepCompleted', 'RoundEnded', 'StepCompensated', 'RoundUndone', 'ProbeAnswered', 'AttemptFailed')
        -- an operator settles the step, and no attempt
        and event ->> '$.by' is null
) as d
    on d.execution = s.execution and d.step = s.step and d.purpose = s.purpose and d.attempt = s.attempt and d.recency = 1
where s.type in ('StepStarted', 'ChildStarted');

-- One row for each step with at least one event, as its last event left it.
drop view steps;
create view steps as
select
    execution, step,
    -- all items of the step that were done are undone, or left as they are by an operator
    case when step = whole and max(item_undone) over items and not max(item_left) over items then 'COMPENSATED'
    else case type
        when 'StepCompleted' then 'COMPLETED'
        when 'StepResolved' then 'COMPLETED'
        -- settled in the execution that this one does again
        when 'StepTaken' then case when done then 'COMPLETED' when event -> '$.skipped' is not null then 'SKIPPED' else 'FAILED' end
        when 'StepCompensated' then 'COMPENSATED'
        when 'StepFailed' then 'FAILED'
        when 'StepEscalated' then 'ESCALATED'
        -- an operator who skips a compensation leaves the step as it was
        when 'StepSkipped' then case when undoing then case when done then 'COMPLETED' else 'FAILED' end else 'SKIPPED' end
        -- the round before it is undone next
        when 'RoundUndone' then 'COMPENSATING'
        when 'RoundFound' then 'COMPENSATING'
        else case purpose
            when 'PROBE' then 'PROBING'
            when 'COMPENSATION' then 'COMPENSATING'
            else case
                when type in ('StepStarted', 'ChildStarted', 'ItemsStarted', 'RoundEnded') then 'RUNNING'
                when type = 'StepWaiting' then 'WAITING'
                else 'READY'
            end
        end
    end end as status,
    attempts,
    at as since,
    case when type = 'StepWaiting' then event ->> '$.until' end as waits_until,
    case when type = 'StepWaiting' then event ->> '$.reason' end as waits_for,
    coalesce(event ->> '$.failure.code' || ': ' || (event ->> '$.failure.message'), '') as error
from (
    select
        *,
        step <> whole and undoing and type in ('StepCompensated', 'StepSkipped') as item_undone,
        step <> whole and (done or undoing) and type not in ('StepCompensated', 'StepSkipped') as item_left
    from (
        select
            *,
            -- the step of an item
            iif(instr(step, '[') > 0, substr(step, 1, instr(step, '[') - 1), step) as whole,
            row_number() over (partition by execution, step order by seq desc, position desc) as recency,
            max(case when type in ('StepStarted', 'ChildStarted') and purpose = 'FORWARD' then attempt else 0 end)
                over (partition by execution, step) as attempts,
            max(purpose = 'COMPENSATION') over (partition by execution, step) as undoing,
            max(type in ('StepCompleted', 'StepResolved') or (type = 'StepTaken' and event -> '$.output' is not null))
                over (partition by execution, step) as done
        from events
        -- those that say nothing about where the step stands: it stays as it was, or the next event says it
        where step is not null
            and type not in (
                'AttemptFailed', 'CheckpointRecorded', 'LateReportKept', 'OthersEnded', 'ProbeAnswered', 'ProbeRequested', 'SignalTaken')
    )
    where recency = 1
)
window items as (partition by execution, whole);
