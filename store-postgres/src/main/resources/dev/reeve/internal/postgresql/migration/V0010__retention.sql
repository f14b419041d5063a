-- What has ended is found by the time of its end, workflow by workflow, and removed in step with the work (ADR 25). Before that it
-- may be archived, exactly once (ADR 26).

set local lock_timeout = '5s';

-- Serves retention.page and retention.versions. Each execution is written into it once, when it ends, and always at the end of its
-- version's range. No id: those that ended in one batch share an entry.
create index execution_ended on reeve.execution (namespace, workflow, version, ended_at) where ended_at is not null;

-- As many rows go as come: the dead ones are taken away as early as those of execution, however many are kept beside them.
alter table reeve.journal set (autovacuum_vacuum_scale_factor = 0.05);

create table reeve.archive_receipt (
    file       text collate "C" not null,
    removed_at timestamptz      not null default clock_timestamp(),
    constraint archive_receipt_pkey primary key (file)
);
comment on table reeve.archive_receipt is
    'Archive files whose executions have been removed, until the files bear their final names.';
