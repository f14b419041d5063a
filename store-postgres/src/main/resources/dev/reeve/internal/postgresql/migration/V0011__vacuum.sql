-- Vacuum keeps up with removal. With the default limit it writes at most 40 MB a second: beside ten million kept executions
-- one pass over the journal took eleven minutes, and the table grew by the rows that were removed meanwhile.

set local lock_timeout = '5s';

alter table reeve.journal set (autovacuum_vacuum_cost_limit = 2000);
alter table reeve.execution set (autovacuum_vacuum_cost_limit = 2000);
