-- Who paused actions and had them called again, and why. As many rows as people have done so.
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
