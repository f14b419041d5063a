-- Executions are found by their labels without a look at the others.

set local lock_timeout = '5s';

-- Serves list.labels. Only executions that have labels are in it; the others cost nothing.
create index execution_labels on reeve.execution using gin (labels jsonb_path_ops) where labels <> '{}'::jsonb;
