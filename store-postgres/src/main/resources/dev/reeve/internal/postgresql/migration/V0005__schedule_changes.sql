-- Who paused, resumed and deleted schedules, and why: kept when a schedule is gone. As many rows as people have done so.

set local lock_timeout = '5s';

create table reeve.schedule_change (
    number    bigint generated always as identity,
    namespace text collate "C" not null,
    name      text collate "C" not null,
    kind      text             not null,
    said_by   text             not null,
    reason    text             not null,
    at        timestamptz      not null,
    constraint schedule_change_pkey primary key (namespace, name, number),
    constraint schedule_change_kind check (kind in ('PAUSED', 'RESUMED', 'DELETED'))
);
comment on table reeve.schedule_change is 'What people did about schedules, and why.';
