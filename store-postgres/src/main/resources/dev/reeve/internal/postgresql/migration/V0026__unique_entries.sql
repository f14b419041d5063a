-- Entries of these indexes end with the id of an execution, so nearly none are alike. Whenever a page was full, the server compared all
-- its neighbours to merge equal ones, in vain: 6 % of the instructions of an execution (ADR 7). Changes neither the entries nor the
-- tables, and reads neither.

set local lock_timeout = '5s';

alter index reeve.execution_due set (deduplicate_items = off);
alter index reeve.execution_workflow set (deduplicate_items = off);
alter index reeve.execution_trouble set (deduplicate_items = off);
