-- Ended executions are found by the time of their end, workflow by workflow, and removed while the work goes on (ADR
-- 25). Before that they may be archived, exactly once (ADR 26).

-- Serves ended.page and ended.next. Each execution is written into it once, when it ends, and always at the end of
-- its version's range.
create index execution_ended on execution (namespace, workflow, version, ended_at) where ended_at is not null;

-- Archive files whose executions were removed, until the files have their final names.
create table archive_receipt (
    file       text    not null primary key,
    removed_at integer not null
) strict, without rowid;
