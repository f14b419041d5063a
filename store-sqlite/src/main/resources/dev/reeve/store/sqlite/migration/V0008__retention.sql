-- What has ended is found by the time of its end, workflow by workflow, and removed in step with the work (ADR 25). Before that it
-- may be archived, exactly once (ADR 26).

-- Serves ended.page and ended.next. Each execution is written into it once, when it ends, and always at the end of its version's range.
create index execution_ended on execution (namespace, workflow, version, ended_at) where ended_at is not null;

-- Archive files whose executions have been removed, until the files bear their final names.
create table archive_receipt (
    file       text    not null primary key,
    removed_at integer not null
) strict, without rowid;
