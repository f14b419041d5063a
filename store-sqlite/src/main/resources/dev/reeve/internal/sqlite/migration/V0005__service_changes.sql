-- The actors who paused and resumed actions, and their reasons. One row for each change.
create table service_change (
    number  integer primary key,
    action  text    not null,
    kind    text    not null check (kind in ('PAUSED', 'RESUMED')),
    said_by text    not null,
    reason  text    not null,
    at      integer not null
) strict;

-- Serves store.serviceChanges.
create index service_change_of on service_change (action);
