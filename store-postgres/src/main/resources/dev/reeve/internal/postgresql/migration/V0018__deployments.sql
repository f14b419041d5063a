-- Each node notices the definitions that others deploy: it reads one number with the time, and then only what is new.

set local lock_timeout = '5s';

create table reeve.deployment (
    single boolean not null default true,
    last   bigint  not null default 0,
    constraint deployment_pkey primary key (single),
    constraint deployment_single check (single)
) with (fillfactor = 10);
comment on table reeve.deployment is 'One row: how many definitions were deployed.';
comment on column reeve.deployment.last is 'The number of the last one. Deployments wait for each other, so numbers become visible in order.';

insert into reeve.deployment default values;

alter table reeve.workflow add column number bigint not null default 0;
comment on column reeve.workflow.number is 'Its place in the order of deployments.';

-- For what is new since a number.
create index workflow_number on reeve.workflow (number);
