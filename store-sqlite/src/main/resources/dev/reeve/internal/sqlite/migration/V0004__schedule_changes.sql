-- The actors who paused, resumed and deleted schedules, and their reasons; kept after the schedule is deleted. One
-- row for each change.
create table schedule_change (
    number    integer primary key,
    namespace text    not null,
    name      text    not null,
    kind      text    not null check (kind in ('PAUSED', 'RESUMED', 'DELETED')),
    said_by   text    not null,
    reason    text    not null,
    at        integer not null
) strict;

-- Serves schedule.changes.
create index schedule_change_of on schedule_change (namespace, name);
