-- Who removed definitions, and why. As many rows as people have done so.

set local lock_timeout = '5s';

create table reeve.definition_change (
    number    bigint generated always as identity,
    namespace text collate "C" not null,
    name      text collate "C" not null,
    version   integer          not null,
    kind      text             not null,
    said_by   text             not null,
    reason    text             not null,
    at        timestamptz      not null,
    constraint definition_change_pkey primary key (namespace, name, number),
    constraint definition_change_kind check (kind in ('UNDEPLOYED'))
);
comment on table reeve.definition_change is 'What people did about definitions, and why.';
