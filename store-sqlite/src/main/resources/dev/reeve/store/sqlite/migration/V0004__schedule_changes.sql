-- Who paused, resumed and deleted schedules, and why: kept when a schedule is gone. As many rows as people have done so.
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
