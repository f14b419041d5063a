package dev.reeve.internal.sqlite;

import java.util.Map;

/** The SQL of this store, loaded and checked once. */
final class Blocks {

    private static final Map<String, Sql> FILE = Sql.load("file.sql");
    private static final Map<String, Sql> LANE = Sql.load("lane.sql");
    private static final Map<String, Sql> STORE = Sql.load("store.sql");
    private static final Map<String, Sql> OUTBOX = Sql.load("outbox.sql");
    private static final Map<String, Sql> SCHEDULE = Sql.load("schedule.sql");
    private static final Map<String, Sql> RETENTION = Sql.load("retention.sql");

    static final Sql VERSION = of(FILE, "file.version");
    static final Sql TABLES = of(FILE, "file.tables");
    static final Sql STATE = of(FILE, "file.state");
    static final Sql OPENED = of(FILE, "file.opened");
    static final Sql CLOSED = of(FILE, "file.closed");

    static final Sql FENCE = of(LANE, "lane.fence");
    static final Sql BATCH = of(LANE, "lane.batch");
    static final Sql REACQUIRE = of(LANE, "lane.reacquire");
    static final Sql ENTRY = of(LANE, "lane.entry");
    static final Sql START = of(LANE, "lane.start");
    static final Sql JOURNAL = of(LANE, "lane.journal");
    static final Sql CHANGE = of(LANE, "lane.change");
    static final Sql DUE = of(LANE, "lane.due");
    static final Sql FIND = of(LANE, "lane.find");
    static final Sql JOURNAL_OF = of(LANE, "journal.of");
    static final Sql JOIN_FENCE = of(LANE, "join.fence");
    static final Sql JOIN_LANE = of(LANE, "join.lane");
    static final Sql LAST_INCARNATION = of(LANE, "join.incarnation");
    static final Sql LAST_NUMBER = of(LANE, "lane.lastNumber");

    static final Sql DEPLOY = of(STORE, "store.deploy");
    static final Sql WORKFLOW = of(STORE, "store.workflow");
    static final Sql UNDEPLOY_PINNED = of(STORE, "undeploy.pinned");
    static final Sql UNDEPLOY_IS_THERE = of(STORE, "undeploy.isThere");
    static final Sql UNDEPLOY_REMOVE = of(STORE, "undeploy.remove");
    static final Sql UNDEPLOY_CHANGED = of(STORE, "undeploy.changed");
    static final Sql WORKFLOWS = of(STORE, "store.workflows");
    static final Sql PAUSE = of(STORE, "store.pause");
    static final Sql PAUSED = of(STORE, "store.paused");
    static final Sql RESUME = of(STORE, "store.resume");
    static final Sql PAUSES = of(STORE, "store.pauses");
    static final Sql UNOFFERED = of(STORE, "store.unoffered");
    static final Sql UNOFFERED_OVER = of(STORE, "store.unofferedOver");
    static final Sql UNOFFERED_BEGUN = of(STORE, "store.unofferedBegun");
    static final Sql SERVICE_CHANGED = of(STORE, "store.serviceChanged");
    static final Sql SERVICE_CHANGES = of(STORE, "store.serviceChanges");
    static final Sql LIST_LABELLED = of(STORE, "list.labelled");
    static final Sql LIST_NEWEST = of(STORE, "list.newest").with(of(STORE, "list.conditions"));
    static final Sql LIST_OPEN = of(STORE, "list.open").with(of(STORE, "list.conditions"));
    static final Sql LIST_TROUBLE = of(STORE, "list.trouble").with(of(STORE, "list.conditions"));

    static final Sql OUTBOX_ADD = of(OUTBOX, "outbox.add");
    static final Sql OUTBOX_RECEIVERS = of(OUTBOX, "outbox.receivers");
    static final Sql OUTBOX_DUE = of(OUTBOX, "outbox.due");
    static final Sql OUTBOX_HEAD = of(OUTBOX, "outbox.head");
    static final Sql OUTBOX_MOVE = of(OUTBOX, "outbox.move");
    static final Sql OUTBOX_DELIVERED = of(OUTBOX, "outbox.delivered");
    static final Sql OUTBOX_FAILED = of(OUTBOX, "outbox.failed");
    static final Sql OUTBOX_REDELIVER = of(OUTBOX, "outbox.redeliver");
    static final Sql OUTBOX_UNDELIVERABLE = of(OUTBOX, "outbox.undeliverable");

    static final Sql SCHEDULES = of(SCHEDULE, "schedule.list");
    static final Sql SCHEDULE_FIND = of(SCHEDULE, "schedule.find");
    static final Sql SCHEDULE_INSERT = of(SCHEDULE, "schedule.insert");
    static final Sql SCHEDULE_UPDATE = of(SCHEDULE, "schedule.update");
    static final Sql SCHEDULE_DELETE = of(SCHEDULE, "schedule.delete");
    static final Sql SCHEDULE_CHANGED = of(SCHEDULE, "schedule.changed");
    static final Sql SCHEDULE_CHANGES = of(SCHEDULE, "schedule.changes");

    static final Sql ENDED_NEXT = of(RETENTION, "ended.next");
    static final Sql ENDED_PAGE = of(RETENTION, "ended.page");
    static final Sql ENDED_PLACE = of(RETENTION, "ended.place");
    static final Sql REMOVE_JOURNAL = of(RETENTION, "ended.removeJournal");
    static final Sql REMOVE = of(RETENTION, "ended.remove");
    static final Sql RECEIPT = of(RETENTION, "ended.receipt");
    static final Sql HAS_RECEIPT = of(RETENTION, "ended.hasReceipt");
    static final Sql DROP_RECEIPT = of(RETENTION, "ended.dropReceipt");

    private Blocks() {}

    private static Sql of(Map<String, Sql> blocks, String name) {
        Sql sql = blocks.get(name);
        if (sql == null) {
            throw new IllegalStateException(
                    "There is no SQL block named %s, only %s.".formatted(name, blocks.keySet()));
        }
        return sql;
    }
}
