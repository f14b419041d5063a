-- What each node tells the others about itself. It is written with the number of the renewal, so it costs no statement.

set local lock_timeout = '5s';

alter table reeve.node
    add column renewed_at timestamptz,
    add column version text,
    add column in_flight integer,
    add column lag_micros bigint,
    add column oldest_due timestamptz;
comment on column reeve.node.renewed_at is 'When the node last raised its number. For people: no node judges by it.';
comment on column reeve.node.version is 'The release that the node runs.';
comment on column reeve.node.in_flight is 'Its executions in memory or swapped out.';
comment on column reeve.node.lag_micros is 'By how much the last turn of its supervisor was late.';
comment on column reeve.node.oldest_due is 'Since when its oldest due work waits; null if none does.';
