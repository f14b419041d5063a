-- A key may begin another execution once its newest one has ended (ADR 42). Grants on the functions stay.

set local lock_timeout = '5s';

-- The same bits as Succession.after.
create function reeve.id_after(id uuid) returns uuid
    language plpgsql
    immutable
    strict
    parallel safe
    set search_path = pg_catalog, pg_temp
as $$
declare
    bits   bytea := uuid_send(id);
    number bigint := 1;
    later  uuid;
begin
    if substring(bits from 9 for 2) = '\xbfff'::bytea then
        number := ('x' || encode(substring(bits from 11 for 4), 'hex'))::bit(32)::bigint + 1;
    end if;
    if number > 4294967295 then
        perform reeve.invalid('options: key: it has begun the most executions that a key can begin');
    end if;
    for fill in 0 .. 65535 loop
        later := encode(
            substring(bits from 1 for 8) || '\xbfff'::bytea || substring(int8send(number) from 5 for 4)
                || substring(int4send(fill) from 3 for 2),
            'hex')::uuid;
        exit when reeve.shard_of(later) = reeve.shard_of(id);
    end loop;
    return later;
end
$$;
comment on function reeve.id_after is 'The execution that the same key begins once this one has ended.';

-- Plan: execution_pkey, the last row of a range, unless a child of an execution happens to lie there, and 1 row.
create function reeve.newest_of(first uuid, out id uuid, out is_open boolean, out request text)
    language sql
    stable
    set search_path = pg_catalog, pg_temp
as $$
    select e.id, e.ended_at is null, e.labels ->> 'start_request'
    from reeve.execution as e
    where e.shard = reeve.shard_of(first) and e.id = coalesce(
        (
            select l.id from reeve.execution as l
            where l.shard = reeve.shard_of(first) and l.key is not null
                and l.id >= (left(first::text, 19) || 'bfff-000000010000')::uuid
                and l.id <= (left(first::text, 19) || 'bfff-ffffffffffff')::uuid
            order by l.id desc
            limit 1
        ),
        first)
$$;
comment on function reeve.newest_of is 'The newest execution of a key, given the first one.';

create function reeve.execution_of(key text) returns uuid
    language sql
    stable
    strict
    security definer
    set search_path = pg_catalog, pg_temp
as $$
    select coalesce((select n.id from reeve.newest_of(reeve.id_of(key)) as n), reeve.id_of(key))
$$;
comment on function reeve.execution_of is 'The newest execution of a key; the one that a start would begin, if there is none.';

create or replace function reeve.start(workflow text, input json default 'null', options jsonb default '{}') returns uuid
    language plpgsql
    volatile
    security definer
    set search_path = pg_catalog, pg_temp
as $$
declare
    key    text;
    id     uuid;
    bits   bytea;
    policy text;
    newest record;
begin
    if workflow is null or workflow = '' or char_length(workflow) > 255 then
        perform reeve.invalid('workflow: expected a name of 1 to 255 characters');
    end if;
    if input is null then
        perform reeve.invalid('input: expected JSON, found an SQL null; for none pass ''null''');
    end if;
    if octet_length(input::text) > 1048576 then
        perform reeve.invalid('input: larger than 1 MiB');
    end if;
    perform reeve.check_options(options, array['key', 'keyPolicy', 'request', 'version', 'priority', 'labels', 'replyTo',
        'correlationId', 'at', 'after', 'by']);
    policy := coalesce(options -> 'keyPolicy', '"return"') #>> '{}';
    if policy is null or policy not in ('return', 'refuse', 'return_open', 'refuse_open') then
        perform reeve.invalid('options: keyPolicy: expected ''return'', ''refuse'', ''return_open'' or ''refuse_open''');
    end if;
    if options ? 'key' then
        key := options ->> 'key';
        if jsonb_typeof(options -> 'key') <> 'string' or key = '' or char_length(key) > 255 then
            perform reeve.invalid('options: key: expected a text of 1 to 255 characters');
        end if;
        id := reeve.id_of(key);
        select n.id, n.is_open, n.request into newest from reeve.newest_of(id) as n;
        -- the engine does the same for starts in Java: StartRequests
        if newest.id is not null then
            id := newest.id;
            if policy in ('return_open', 'refuse_open') and not newest.is_open
                    and coalesce(newest.request <> options ->> 'request', true) then
                id := reeve.id_after(newest.id);
            end if;
        end if;
    else
        -- UUIDv7, which sorts by time
        bits := overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6);
        id := encode(set_byte(bits, 6, get_byte(bits, 6) & 15 | 112), 'hex')::uuid;
    end if;
    insert into reeve.inbox (shard, execution_id, sender, request, content)
    values (reeve.shard_of(id), id, '', 0,
        json_build_object('type', 'SqlStart', 'workflow', workflow, 'input', input, 'options', options));
    if not found then
        raise exception 'the request was not stored: a trigger, a rule or a row security policy on reeve.inbox drops it. Remove it';
    end if;
    return id;
end
$$;

revoke all on function reeve.newest_of(uuid) from public;
revoke all on function reeve.execution_of(text) from public;
