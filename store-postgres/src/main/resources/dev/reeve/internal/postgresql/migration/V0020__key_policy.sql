-- Starts by SQL say how to answer if an execution has their key already (ADR 40). Grants on the function stay.

set local lock_timeout = '5s';

create or replace function reeve.start(workflow text, input json default 'null', options jsonb default '{}') returns uuid
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
        array['key', 'keyPolicy', 'version', 'priority', 'labels', 'replyTo', 'correlationId', 'at', 'after', 'by']);
    if options ? 'keyPolicy' and options -> 'keyPolicy' not in ('"return"', '"refuse"') then
        perform reeve.invalid('options: keyPolicy: expected ''return'' or ''refuse''');
    end if;
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
