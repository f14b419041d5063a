-- Each node says how long it may fail to renew its registration, so that one with a shorter time to live does not remove it.

set local lock_timeout = '5s';

alter table reeve.node
    add column ttl_millis integer not null default 10000,
    add constraint node_ttl check (ttl_millis > 0);
comment on column reeve.node.ttl_millis is 'How long it may fail to raise its number. Others with a longer one wait longer.';
