-- What each node may use of limits that hold over all nodes (ADR 38).

set local lock_timeout = '5s';

-- The shards that a node loses are marked with it, until the next owner has counted the calls under way. Nobody has counted them yet.
alter table reeve.shard add column former text[] collate "C" not null default '{""}';
alter table reeve.shard alter column former set default '{}';
comment on column reeve.shard.former is
    'The nodes that lost the shard, until the next owner has counted the calls under way; an empty name if nobody knows them.';

-- Rows come and go, so it is vacuumed early.
create table reeve.allowance (
    action text collate "C" not null,
    kind   text collate "C" not null,
    key    text collate "C" not null,
    node   text collate "C" not null,
    until  timestamptz      not null,
    calls  integer          not null,
    wanted integer          not null,
    turn   timestamptz      not null,
    at     timestamptz      not null,
    constraint allowance_pkey primary key (action, kind, key, node, until)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- Which rates no longer count.
create index allowance_until_idx on reeve.allowance (kind, until);
comment on table reeve.allowance is 'How many calls each node may have under way, or begin for a short time.';
comment on column reeve.allowance.kind is 'CONCURRENCY, or the unit of a rate.';
comment on column reeve.allowance.key is 'Empty if the limit has no key, otherwise = and the key.';
comment on column reeve.allowance.node is 'Empty for calls that have begun under a rate.';
comment on column reeve.allowance.until is 'The end of the grant of a rate. Its calls count for one unit longer.';
comment on column reeve.allowance.wanted is 'How many more calls the node waits for.';
comment on column reeve.allowance.turn is 'When the node last got some.';

create table reeve.allowance_request (
    node   text collate "C" not null,
    number bigint           not null,
    constraint allowance_request_pkey primary key (node)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.allowance_request is 'The number of the last request of each node. A request that is late has no effect.';
