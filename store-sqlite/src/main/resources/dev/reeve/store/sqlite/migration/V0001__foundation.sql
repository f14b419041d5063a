-- The foundation: the marker, lanes, definitions, executions and their journals.
--
-- Other than in PostgreSQL the shard does not lead the keys. One process owns the whole file, so a take-over never scans
-- the shards of one owner; and a batch for 200 executions whose rows lie in 256 places of two trees writes 15 times as many
-- pages as the same rows side by side (docs/adr). So an execution has a number, given in the order of arrival, which is its
-- place in the file and the name under which its journal refers to it; and journal rows are appended.
--
-- Instants are microseconds since 1970 in UTC; ids are the 16 bytes of the UUID.

-- One row: whether the file was closed in order, and by whom it was opened last.
create table state (
    one       integer not null primary key check (one = 1),
    clean     integer not null check (clean in (0, 1)),
    opened_by text    not null,
    opened_at integer not null
) strict;
insert into state (one, clean, opened_by, opened_at) values (1, 1, 'nobody', 0);

-- The only writers. A batch is committed only if the incarnation is the one that its lane took.
create table lane (
    node        text    not null,
    lane        integer not null check (lane >= 0),
    incarnation integer not null,
    batch       integer not null check (batch >= 0),
    primary key (node, lane)
) strict, without rowid;

-- Definitions, as deployed. They never change.
create table workflow (
    namespace   text    not null,
    name        text    not null,
    version     integer not null,
    content     text    not null check (json_valid(content)),
    deployed_at integer not null,
    primary key (namespace, name, version)
) strict;

-- One row for each execution. wake_at is null exactly when it has ended (I11): no open execution is without a wake time.
create table execution (
    number     integer not null primary key,
    id         blob    not null check (length(id) = 16),
    shard      integer not null check (shard between 0 and 255),
    namespace  text    not null,
    key        text,
    workflow   text    not null,
    version    integer not null,
    status     text    not null,
    priority   integer not null,
    labels     text check (labels is null or json_type(labels) = 'object'),
    digest     integer not null,
    started_at integer not null,
    wake_at    integer,
    ended_at   integer,
    error      text,
    check ((wake_at is null) = (ended_at is not null)),
    check (case when status in ('RUNNING', 'COMPENSATING', 'ESCALATED') then ended_at is null
                when status in ('COMPLETED', 'COMPENSATED', 'CANCELLED', 'FAILED') then ended_at is not null
                else false end)
) strict;

-- An execution exists once (I2); lane.entry, lane.find, store.find, store.history.
create unique index execution_id on execution (id);

-- lane.due: open executions by wake time; with the shard in it the lane's own are told without a look at the table.
-- Also list.open: open executions, however many have ended.
create index execution_due on execution (wake_at, id, shard) where wake_at is not null;

-- list.newest. The workflow is in it so that the rows of one workflow are told without a look at the table. Written once for
-- each execution and, since time leads, always at its end.
create index execution_list on execution (namespace, started_at, workflow);

-- list.trouble: those that did not simply run through, among however many that did. An execution that completes is never in it.
create index execution_trouble on execution (namespace, status, started_at) where status not in ('RUNNING', 'COMPLETED');

-- The truth: the events of every transition, append-only. "execution" is execution.number. There is no foreign key, since the
-- lanes know the number of every execution that they write for; and no json_valid, which would parse every payload once more.
create table journal (
    execution integer not null,
    seq       integer not null check (seq >= 1),
    at        integer not null,
    events    text    not null
) strict;

-- The second fence: nobody writes the same transition twice (I4). journal.of.
create unique index journal_transition on journal (execution, seq);
