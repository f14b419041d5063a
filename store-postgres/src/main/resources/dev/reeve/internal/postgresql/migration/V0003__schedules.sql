-- Starts that come round again.

set local lock_timeout = '5s';

create table reeve.schedule (
    namespace     text collate "C" not null,
    name          text collate "C" not null,
    content       json             not null,
    decided_until timestamptz      not null,
    next_at       timestamptz,
    last_started  timestamptz,
    error         text,
    paused_by     text,
    pause_reason  text,
    paused_since  timestamptz,
    revision      bigint           not null,
    constraint schedule_pkey primary key (namespace, name),
    constraint schedule_revision check (revision >= 1),
    constraint schedule_next check (next_at > decided_until),
    constraint schedule_pause check (
        (paused_by is null) = (paused_since is null) and (pause_reason is null) = (paused_since is null)
        and (paused_since is null or next_at is null))
);
comment on table reeve.schedule is 'Starts that come round again. Up to decided_until everything is started or left out.';
