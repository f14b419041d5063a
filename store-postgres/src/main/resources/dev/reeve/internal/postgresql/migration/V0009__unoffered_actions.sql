-- Actions that no agent offers although steps wait for them, as the engine found last: a few rows, for those who read the store beside
-- the engine.

set local lock_timeout = '5s';

create table reeve.unoffered_action (
    action  text collate "C" not null,
    since   timestamptz      not null,
    waiting integer          not null,
    agent   text,
    constraint unoffered_action_pkey primary key (action)
);
comment on table reeve.unoffered_action is 'Actions that no agent offers although steps wait for them: somebody must start one.';
