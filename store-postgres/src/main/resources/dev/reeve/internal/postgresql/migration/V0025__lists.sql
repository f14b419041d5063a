-- The newest of one workflow are found at once, however many of other workflows are newer (ADR 46). The index of all replaces the
-- one without the workflow, so that each execution is in as many indexes as before.

set local lock_timeout = '5s';

-- Serves list.page: the newest of a workflow, a page at a time, and with list.workflows the newest of a namespace.
create index execution_workflow on reeve.execution (namespace, workflow, started_at, id);
drop index reeve.execution_list;
