-- The permits of attempts whose agents store the output in their own transactions (ADR 35).

set local lock_timeout = '5s';

-- A row for each such attempt, so only definitions with transactional steps pay for it. Rows come and go, so it is vacuumed early.
create table reeve.permit (
    token        text collate "C" not null,
    granted_at   timestamptz      not null default clock_timestamp(),
    -- json and not jsonb: it is kept to the letter
    output       json,
    completed_at timestamptz,
    constraint permit_pkey primary key (token)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table reeve.permit is 'Attempts that may still store their output, and stored outputs until the engine has applied them.';

-- Called in the transaction of an agent, by a user with a grant. The token cannot be guessed. The lock on the row lasts until the
-- transaction ends, and the engine does not wait for it.
create function reeve.complete(token text, output json) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
    if octet_length(output::text) > 1048576 then
        raise exception 'the output is larger than 1048576 bytes' using
            errcode = 'RV003', hint = 'Return a reference to the data instead.';
    end if;
    update reeve.permit as p
    set output = coalesce(complete.output, 'null'::json), completed_at = clock_timestamp()
    where p.token = complete.token and p.output is null;
    if found then
        return;
    end if;
    if exists (select from reeve.permit as p where p.token = complete.token) then
        raise exception 'the output of this attempt is stored already' using
            errcode = 'RV002', hint = 'Roll back. The stored output counts.';
    end if;
    raise exception 'this attempt may not be completed any more: the engine has given it up, or its step is not transactional' using
        errcode = 'RV001', hint = 'Roll back. The engine decides whether another attempt follows.';
end
$$;
revoke all on function reeve.complete(text, json) from public;
comment on function reeve.complete is 'Stores the output of an attempt of a transactional step in the transaction of the caller.';
