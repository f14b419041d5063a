-- Starts and signals from any language, in the transaction of the caller: the functions store a request in the inbox, and the engine
-- that owns the shard applies it (ADR 9).

set local lock_timeout = '5s';

-- Requests have no sender, because nobody waits for a reply. They are read apart from the messages of nodes, so that a
-- long queue of the ones never delays the others.
create index inbox_message on reeve.inbox (shard, number) where sender <> '';
create index inbox_request on reeve.inbox (shard, number) where sender = '';

create function reeve.invalid(message text) returns void
    language plpgsql
    set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using message = message, errcode = 'invalid_parameter_value';
end
$$;
comment on function reeve.invalid is 'Refuses an argument.';

-- The same bits as Ids.ofKey.
create function reeve.id_of(key text) returns uuid
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
        select substring(sha256(int4send(7) || convert_to('default', 'UTF8') || convert_to(key, 'UTF8')) from 1 for 16)
    ) as h (hash)
$$;
comment on function reeve.id_of is 'The execution that a start with this key begins.';

create function reeve.check_options(options jsonb, known text[]) returns void
    language plpgsql
    stable
    set search_path = pg_catalog, pg_temp
as $$
declare
    name text;
begin
    if options is null or jsonb_typeof(options) <> 'object' then
        perform reeve.invalid('options: expected a JSON object, such as ''{}''');
    end if;
    for name in select jsonb_object_keys(options) loop
        if name <> all (known) then
            perform reeve.invalid(format('options: ''%s'' is not known; expected some of %s',
                left(name, 100), array_to_string(known, ', ')));
        end if;
    end loop;
    if octet_length(options::text) > 65536 then
        perform reeve.invalid('options: longer than 64 KiB');
    end if;
end
$$;
comment on function reeve.check_options is 'Refuses options that are not known.';

create function reeve.start(workflow text, input json default 'null', options jsonb default '{}') returns uuid
    language plpgsql
    volatile
    security definer
    set search_path = pg_catalog, pg_temp
as $$
declare
    key  text;
    id   uuid;
    bits bytea;
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
    perform reeve.check_options(options,
        array['key', 'version', 'priority', 'labels', 'replyTo', 'correlationId', 'at', 'after', 'by']);
    if options ? 'key' then
        key := options ->> 'key';
        if jsonb_typeof(options -> 'key') <> 'string' or key = '' or char_length(key) > 255 then
            perform reeve.invalid('options: key: expected a text of 1 to 255 characters');
        end if;
        id := reeve.id_of(key);
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
comment on function reeve.start is 'Requests a start in the transaction of the caller. Returns the id of the execution, which exists soon after the commit.';

create function reeve.signal(execution uuid, signal text, data json default 'null', options jsonb default '{}') returns void
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
    perform reeve.check_options(options, array['id', 'by']);
    insert into reeve.inbox (shard, execution_id, sender, request, content)
    values (reeve.shard_of(execution), execution, '', 1,
        json_build_object('type', 'SqlSignal', 'signal', signal, 'data', data, 'options', options));
    if not found then
        raise exception 'the request was not stored: a trigger, a rule or a row security policy on reeve.inbox drops it. Remove it';
    end if;
end
$$;
comment on function reeve.signal is 'Requests a signal in the transaction of the caller.';

-- The functions that write act with the rights of the owner of this schema, so nobody may call them without a grant. The role for that
-- is made by a person: roles belong to all databases of a server.
revoke all on function reeve.start(text, json, jsonb) from public;
revoke all on function reeve.signal(uuid, text, json, jsonb) from public;
