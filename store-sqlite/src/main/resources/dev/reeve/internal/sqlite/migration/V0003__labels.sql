-- Finds executions by their labels without a look at the others. For an execution without labels the triggers cost
-- only their condition. They keep the two tables consistent for every writer.

-- list.labelled: the newest with a label, a page at a time. "execution" is execution.number.
create table label (
    name       text    not null,
    value      text    not null,
    started_at integer not null,
    execution  integer not null,
    primary key (name, value, started_at, execution)
) strict, without rowid;

insert into label (name, value, started_at, execution)
select l.key, l.value, e.started_at, e.number from execution as e, json_each(e.labels) as l
where e.labels is not null;

create trigger execution_labelled after insert on execution when new.labels is not null
begin
    insert into label (name, value, started_at, execution)
    select l.key, l.value, new.started_at, new.number from json_each(new.labels) as l;
end;

create trigger execution_unlabelled after delete on execution when old.labels is not null
begin
    delete from label
    where started_at = old.started_at and execution = old.number
        and (name, value) in (select l.key, l.value from json_each(old.labels) as l);
end;
