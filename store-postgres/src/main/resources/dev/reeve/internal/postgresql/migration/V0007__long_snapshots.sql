-- The row of a lane stays fast to find while somebody holds a snapshot; functions mean the same for everybody who calls them.

set local lock_timeout = '5s';

-- Every batch leaves a version of its lane's row behind, and while anybody has a snapshot (pg_dump, a report, a standby with
-- hot_standby_feedback) none of them can be removed. The fence would visit them all. The era is in the key and changes every
-- 128 batches, so that at most so many versions bear one key; it follows from "batch", and so says nothing new (ADR 18).
alter table reeve.lane
    add column era bigint generated always as (batch / 128) stored,
    drop constraint lane_pkey;
alter table reeve.lane
    add constraint lane_pkey primary key (node, lane, incarnation, era);

-- What people call: the operators in it are found now, once and for all, and not when it is called, by whatever search_path
-- the caller has (ADR 17). Views are kept like that anyway.
create or replace function reeve.times_64(a bit(64), b numeric) returns bit(64)
    language sql
    immutable
    strict
    parallel safe
    return (
        select (case when p.product >= 9223372036854775808 then p.product - 18446744073709551616 else p.product end)
            ::bigint::bit(64)
        from (
            select (u.a * b) % 18446744073709551616 as product
            from (
                select case
                    when times_64.a::bigint < 0 then times_64.a::bigint + 18446744073709551616::numeric
                    else times_64.a::bigint::numeric
                end
            ) as u (a)
        ) as p
    );

create or replace function reeve.shard_of(id uuid) returns smallint
    language sql
    immutable
    strict
    parallel safe
    return (
        select (reeve.times_64(mixed.bits # (mixed.bits >> 32), 15485907386658061715) >> 56)::bigint::smallint
        from (
            select reeve.times_64(('x' || substr(half.hex, 1, 16))::bit(64), 11400714819323198485)
                # ('x' || substr(half.hex, 17))::bit(64)
            from (select replace(shard_of.id::text, '-', '')) as half (hex)
        ) as mixed (bits)
    );

alter function reeve.refuse(text) set search_path = pg_catalog, pg_temp;
