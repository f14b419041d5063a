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
        where n.nspname = 'reeve' and c.relname = 'schema_history')

-- name: session.schema
select max(version::integer), count(*) filter (where not success) from reeve.schema_history where version is not null

-- name: session.settings
select s.name, current_setting(s.name) from unnest(:names::text[]) as s (name)

-- name: session.apply
select set_config(s.name, s.setting, false) from unnest(:names::text[], :settings::text[]) as s (name, setting)

-- One more condition of an UPDATE, true for every row: where commits are acknowledged late and nothing may be set for a
-- session, it makes this one transaction wait until it is durable (I1, T1). The setting counts when the transaction commits,
-- which is after the row was found; without a row there is nothing to be durable.
-- name: session.durably
and set_config('synchronous_commit', 'on', true) is not null
