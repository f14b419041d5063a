-- Who removed definitions, and why. As many rows as people have done so.
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
