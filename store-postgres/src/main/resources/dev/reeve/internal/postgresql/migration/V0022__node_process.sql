-- Nodes on one machine see that another one's process has ended, and need not wait for its time to live.

set local lock_timeout = '5s';

alter table reeve.node add column process text;
comment on column reeve.node.process is 'The process of the node, as others on the same machine recognise it; null if that is not possible.';
