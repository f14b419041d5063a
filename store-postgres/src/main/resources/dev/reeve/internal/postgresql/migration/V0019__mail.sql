-- Letters between nodes: what the agents of one node do for the executions of another one (ADR 37).

set local lock_timeout = '5s';

create table reeve.mail (
    receiver text collate "C" not null,
    sender   text collate "C" not null,
    number   bigint           not null,
    -- json and not jsonb: it is kept to the letter
    content  json             not null,
    constraint mail_pkey primary key (receiver, sender, number)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.mail is 'Letters between nodes, until their receivers have read them. They leave with either node.';
