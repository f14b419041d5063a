-- Several nodes share the store. Each of them raises the number in its row, and the others watch it (ADR 32). What must reach an
-- execution of another node goes through the inbox.

set local lock_timeout = '5s';

-- Each node changes its row three times within the time to live, so the row needs room in its page, as that of a lane does.
alter table reeve.node
    drop column expires_at,
    add column beat bigint not null default 0,
    add column owns boolean not null default true,
    add column shared boolean not null default false;
alter table reeve.node set (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on column reeve.node.beat is 'The node adds 1 to it again and again. While it changes, the node is alive.';
comment on column reeve.node.owns is 'Whether the node takes shards.';
comment on column reeve.node.shared is 'Whether it leaves shards to other nodes. One that does not owns all of them.';

alter table reeve.shard set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on column reeve.shard.node is 'Null while no node owns it.';

-- Messages to executions. Rows come and go, so it is vacuumed early. The number only gives an order and a name: no transaction
-- waits for another one's.
create table reeve.inbox (
    shard        smallint         not null,
    number       bigint           generated always as identity,
    execution_id uuid             not null,
    sender       text collate "C" not null,
    request      bigint           not null,
    -- json and not jsonb: it is kept to the letter
    content      json             not null,
    sent_by      text             not null default session_user,
    at           timestamptz      not null default clock_timestamp(),
    constraint inbox_pkey primary key (shard, number),
    constraint inbox_shard check (shard between 0 and 255)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.inbox is 'Messages to executions, until the owner of the shard has applied them.';
comment on column reeve.inbox.sent_by is 'The user of the session that wrote it, whatever the message says.';

create table reeve.reply (
    node    text collate "C" not null,
    request bigint           not null,
    content json             not null,
    at      timestamptz      not null default clock_timestamp(),
    constraint reply_pkey primary key (node, request)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.reply is 'The answers to messages of the inbox, until their senders have them.';
