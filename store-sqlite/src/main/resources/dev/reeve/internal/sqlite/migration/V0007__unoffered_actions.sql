-- Actions that no agent offers although steps wait for them, as the engine found last: a few rows, for read-only
-- clients.
create table unoffered_action (
    action  text    not null primary key,
    since   integer not null,
    waiting integer not null,
    agent   text
) strict, without rowid;
