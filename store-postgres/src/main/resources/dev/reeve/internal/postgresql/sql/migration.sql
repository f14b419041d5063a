-- Creates and migrates the schema. Each migration is one transaction, which pins its search_path first, so that no
-- name in a migration can refer to a foreign object (ADR 17).

-- The settings of a role or a pool must not cancel the following statements, which may take long. A timeout applies
-- from the next statement on, so this comes before the statement that waits.
-- name: migration.pin
select
    pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true),
    pg_catalog.set_config('statement_timeout', '0', true),
    pg_catalog.set_config('lock_timeout', '0', true),
    pg_catalog.set_config('idle_in_transaction_session_timeout', '0', true)

-- One at a time. Released with the transaction, so that a pooler does no harm (R49).
-- name: migration.lock
select pg_catalog.pg_advisory_xact_lock(8099840374862407)

-- The existing schema. A role that owns the schema may lack the right to create one.
-- name: migration.found
select to_regnamespace('reeve') is not null, to_regclass('reeve.schema_history') is not null

-- name: migration.schema
create schema reeve

-- name: migration.history
create table reeve.schema_history (
    installed_rank integer       not null,
    version        varchar(50),
    description    varchar(200)  not null,
    type           varchar(20)   not null,
    script         varchar(1000) not null,
    checksum       integer,
    installed_by   varchar(100)  not null,
    installed_on   timestamp     not null default now(),
    execution_time integer       not null,
    success        boolean       not null,
    constraint schema_history_pk primary key (installed_rank)
)

-- name: migration.done
select version::integer, checksum from reeve.schema_history where version is not null and success

-- name: migration.add
insert into reeve.schema_history (
    installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
select
    coalesce(max(installed_rank), 0) + 1, :version, :description, 'SQL', :script, :checksum::integer, current_user,
    :millis::integer, true
from reeve.schema_history
