-- Starts and signals by SQL may name a namespace (ADR 43). Grants on the functions stay.

set local lock_timeout = '5s';

-- The same bits as Ids.ofKey.
create function reeve.id_in(namespace text, key text) returns uuid
    language sql
    immutable
    strict
    parallel safe
    set search_path = pg_catalog, pg_temp
as $$
    select encode(set_byte(set_byte(h.hash,
        6, get_byte(h.hash, 6) & 15 | 128),
        8, get_byte(h.hash, 8) & 63 | 128), 'hex')::uuid
    from (
        select substring(sha256(int4send(octet_length(convert_to(namespace, 'UTF8'))) || convert_to(namespace, 'UTF8')
            || convert_to(key, 'UTF8')) from 1 for 16)
    ) as h (hash)
$$;
comment on function reeve.id_in is 'The execution that a start with this key begins in a namespace.';

-- A namespace with a definition has raised the format, so no engine that would overlook the option applies the request.
create function reeve.namespace_of(options jsonb) returns text
    language plpgsql
    stable
    set search_path = pg_catalog, pg_temp
as $$
declare
    named text := coalesce(options -> 'namespace', '"default"') #>> '{}';
begin
    if named is distinct from 'default'
        and not exists (select from reeve.workflow as w where w.namespace = named) then
        perform reeve.invalid(format('options: namespace: nothing is deployed in ''%s''', left(named, 100)));
    end if;
    return named;
end
$$;
comment on function reeve.namespace_of is 'The namespace that options name, if a definition is deployed in it.';

create function reeve.execution_in(namespace text, key text) returns uuid
    language sql
    stable
    strict
    security definer
    set search_path = pg_catalog, pg_temp
as $$
    select coalesce((select n.id from reeve.newest_of(reeve.id_in(namespace, key)) as n), reeve.id_in(namespace, key))
$$;
comment on function reeve.execution_in is 'As execution_of, in a namespace.';

create or replace function reeve.start(workflow text, input json default 'null', options jsonb default '{}') returns uuid
    language plpgsql
    volatile
    security definer
    set search_path = pg_catalog, pg_temp
as $$
declare
    named  text;
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
    perform reeve.check_options(options, array['namespace', 'key', 'keyPolicy', 'request', 'version', 'priority', 'labels',
        'replyTo', 'correlationId', 'at', 'after', 'by']);
    named := reeve.namespace_of(options);
    policy := coalesce(options -> 'keyPolicy', '"return"') #>> '{}';
    if policy is null or policy not in ('return', 'refuse', 'return_open', 'refuse_open') then
        perform reeve.invalid('options: keyPolicy: expected ''return'', ''refuse'', ''return_open'' or ''refuse_open''');
    end if;
    if options ? 'key' then
        key := options ->> 'key';
        if jsonb_typeof(options -> 'key') <> 'string' or key = '' or char_length(key) > 255 then
            perform reeve.invalid('options: key: expected a text of 1 to 255 characters');
        end if;
        id := reeve.id_in(named, key);
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

create or replace function reeve.signal(execution uuid, signal text, data json default 'null', options jsonb default '{}') returns void
    language plpgsql
    volatile
    security definer
    set search_path = pg_catalog, pg_temp
as $$
begin
    if execution is null then
        perform reeve.invalid('execution: expected the id of an execution, found an SQL null');
    end if;
    if signal is null or signal = '' or char_length(signal) > 255 then
        perform reeve.invalid('signal: expected a name of 1 to 255 characters');
    end if;
    if data is null then
        perform reeve.invalid('data: expected JSON, found an SQL null; for none pass ''null''');
    end if;
    if octet_length(data::text) > 1048576 then
        perform reeve.invalid('data: larger than 1 MiB');
    end if;
    perform reeve.check_options(options, array['namespace', 'id', 'by']);
    perform reeve.namespace_of(options);
    insert into reeve.inbox (shard, execution_id, sender, request, content)
    values (reeve.shard_of(execution), execution, '', 1,
        json_build_object('type', 'SqlSignal', 'signal', signal, 'data', data, 'options', options));
    if not found then
        raise exception 'the request was not stored: a trigger, a rule or a row security policy on reeve.inbox drops it. Remove it';
    end if;
end
$$;

revoke all on function reeve.namespace_of(jsonb) from public;
revoke all on function reeve.execution_in(text, text) from public;
