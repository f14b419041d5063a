-- The actors who removed definitions, and their reasons. One row for each removal.
create table definition_change (
    number    integer primary key,
    namespace text    not null,
    name      text    not null,
    version   integer not null,
    kind      text    not null check (kind in ('UNDEPLOYED')),
    said_by   text    not null,
    reason    text    not null,
    at        integer not null
) strict;
