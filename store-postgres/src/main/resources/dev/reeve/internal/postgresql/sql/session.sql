-- The first statements on a connection or a database.

-- Settings that any role may read. transaction_read_only is also on in a standby.
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

-- name: session.format
select least from reeve.compatibility

-- These two run before anything is pinned, so each name has its schema.
-- name: session.settings
select s.name, pg_catalog.current_setting(s.name) from pg_catalog.unnest(:names::pg_catalog.text[]) as s (name)

-- name: session.apply
select pg_catalog.set_config((:names::pg_catalog.text[])[n], (:settings::pg_catalog.text[])[n], false)
from pg_catalog.generate_subscripts(:names::pg_catalog.text[], 1) as n

-- The settings before each statement on a borrowed connection, in one text with it (Settings). They last for the
-- transaction.
--
-- search_path: otherwise operators, functions and types that others create in a schema of the role's search path
-- could replace those of PostgreSQL, and run with the rights of the engine. Everything else is named with its schema.
-- pg_temp comes last, because it would come first if it were not named. Nothing is pinned yet here, so each name has
-- its schema.
--
-- idle_in_transaction_session_timeout, where a transaction may have several statements: if its machine is gone, the
-- locks on its rows are released long before the server's keepalive detects that.
-- name: session.reading
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true);

-- The same for statements that must use an index regardless of the planner's statistics, as with lanes (F49).
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

-- The same for statements that must be durable once they are answered: overrides a setting by which the server may
-- acknowledge commits early. Any other value stays, since it may demand more, such as remote_apply. It is set again,
-- so that switching it off at this moment has no effect before the commit.
-- name: session.writing
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '{statement}', true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '{idle}', true),
    pg_catalog.set_config('synchronous_commit', case
        when pg_catalog.current_setting('synchronous_commit') operator(pg_catalog.=) 'off' then 'on'
        else pg_catalog.current_setting('synchronous_commit') end, true);

-- The same for the lanes behind a pooler. LaneSession sets the same on a session of its own.
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

-- A further condition of an UPDATE, true for every row: this transaction waits until it is durable, even if
-- synchronous_commit is changed at any moment (I1, T1). The setting is read when the transaction commits, which is
-- after the row was found. Without a row nothing has to be durable.
-- name: session.durably
and set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on'
    else current_setting('synchronous_commit') end, true) is not null

-- The first statement of a transaction of several statements, which cannot carry settings: each statement sees what
-- is committed when it begins, regardless of the defaults of the pool or the role.
-- name: session.readCommitted
set transaction isolation level read committed
