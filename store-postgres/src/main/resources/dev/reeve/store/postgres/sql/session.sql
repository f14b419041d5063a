-- What is asked of a connection or a database before anything else.

-- Settings that a connection needs no privileges to read. transaction_read_only is on in a standby, too.
-- name: session.facts
select
    current_setting('server_version_num')::integer,
    current_setting('server_version'),
    pg_is_in_recovery(),
    current_setting('transaction_read_only')::boolean,
    current_setting('fsync')::boolean,
    current_setting('full_page_writes')::boolean,
    current_setting('synchronous_commit'),
    coalesce(current_setting('reeve.throwaway', true), '') = 'on',
    pg_backend_pid(),
    current_database(),
    current_user::text,
    exists (
        select from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        where n.nspname = 'reeve' and c.relname = 'schema_history'),
    current_setting('server_encoding')

-- name: session.schema
select max(version::integer), count(*) filter (where not success) from reeve.schema_history where version is not null

-- These two work before anything is pinned, so each name has its schema.
-- name: session.settings
select s.name, pg_catalog.current_setting(s.name) from pg_catalog.unnest(:names::pg_catalog.text[]) as s (name)

-- name: session.apply
select pg_catalog.set_config((:names::pg_catalog.text[])[n], (:settings::pg_catalog.text[])[n], false)
from pg_catalog.generate_subscripts(:names::pg_catalog.text[], 1) as n

-- What stands before each statement on a borrowed connection, in one text with it (Settings). It lasts for the transaction.
--
-- search_path: operators, functions and types of whoever may create any in a schema that the role looks into would otherwise
-- be taken for those of PostgreSQL, and run with the rights of the engine. Everything else is named with its schema;
-- pg_temp comes last, because it would come first if it were not named. Here nothing is pinned yet, so each name has its
-- schema.
--
-- idle_in_transaction_session_timeout, where a transaction may have several statements: rows that it has locked are free again
-- when its machine is gone, long before the server's keepalive finds out.
-- name: session.reading
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true);

-- The same for what must go by an index whatever the planner knows, as with lanes (F49).
-- name: session.planned
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '{idle}', true),
    pg_catalog.set_config('enable_seqscan', 'off', true),
    pg_catalog.set_config('enable_bitmapscan', 'off', true),
    pg_catalog.set_config('enable_hashjoin', 'off', true),
    pg_catalog.set_config('enable_mergejoin', 'off', true),
    pg_catalog.set_config('jit', 'off', true);

-- The same for what is durable once it is answered: a server that may acknowledge commits late is told not to. Any other value
-- stays as it is, since it may ask for more, such as remote_apply. That it is set once more keeps somebody who switches it off
-- at this very moment from being heard before the commit.
-- name: session.writing
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '{idle}', true),
    pg_catalog.set_config('synchronous_commit', case
        when pg_catalog.current_setting('synchronous_commit') operator(pg_catalog.=) 'off' then 'on'
        else pg_catalog.current_setting('synchronous_commit') end, true);

-- The same for the lanes behind a pooler, and what LaneSession sets for a session that is its own.
-- name: session.lane
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true),
    pg_catalog.set_config('lock_timeout', '{lock}', true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '{idle}', true),
    pg_catalog.set_config('enable_seqscan', 'off', true),
    pg_catalog.set_config('enable_hashjoin', 'off', true),
    pg_catalog.set_config('enable_mergejoin', 'off', true),
    pg_catalog.set_config('jit', 'off', true);

-- One more condition of an UPDATE, true for every row: this transaction waits until it is durable, whatever the server is told
-- about synchronous_commit at whatever moment (I1, T1). The setting counts when the transaction commits, which is after the
-- row was found; without a row there is nothing to be durable.
-- name: session.durably
and set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
    else current_setting('synchronous_commit') end, true) is not null

-- The first statement of a transaction of several, before which nothing can be set for it in passing: each statement sees what is
-- committed when it begins, whatever the pool or the role has by default.
-- name: session.readCommitted
set transaction isolation level read committed
