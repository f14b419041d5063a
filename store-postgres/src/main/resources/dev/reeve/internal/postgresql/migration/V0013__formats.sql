-- Releases of different age may work on the store side by side. It keeps the least format that a release must know (ADR 34). A
-- migration that older releases cannot work with raises it.

set local lock_timeout = '5s';

create table reeve.compatibility (
    single boolean not null default true,
    least  integer not null default 1,
    constraint compatibility_pkey primary key (single),
    constraint compatibility_single check (single)
);
comment on table reeve.compatibility is 'One row: which releases may use the store.';
comment on column reeve.compatibility.least is 'The least format that a release must know.';

insert into reeve.compatibility default values;

alter table reeve.node add column format integer not null default 1;
comment on column reeve.node.format is 'The newest format that its release knows.';
