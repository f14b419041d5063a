-- Schedules. Every nominal time up to decided_until was started or skipped.
create table schedule (
    namespace     text    not null,
    name          text    not null,
    content       text    not null check (json_valid(content)),
    decided_until integer not null,
    next_at       integer check (next_at > decided_until),
    last_started  integer,
    error         text,
    paused_by     text,
    pause_reason  text,
    paused_since  integer check (paused_since is null or next_at is null),
    revision      integer not null check (revision >= 1),
    primary key (namespace, name),
    check ((paused_by is null) = (paused_since is null) and (pause_reason is null) = (paused_since is null))
) strict, without rowid;
