-- Who paused actions and had them called again, and why. As many rows as people have done so.

set local lock_timeout = '5s';

create table reeve.service_change (
    number  bigint generated always as identity,
    action  text collate "C" not null,
    kind    text             not null,
    said_by text             not null,
    reason  text             not null,
    at      timestamptz      not null,
    constraint service_change_pkey primary key (action, number),
    constraint service_change_kind check (kind in ('PAUSED', 'RESUMED'))
);
comment on table reeve.service_change is 'What people did about actions, and why.';
