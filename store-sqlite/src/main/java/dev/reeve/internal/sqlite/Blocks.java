package dev.reeve.internal.sqlite;

import java.util.Map;

/** The SQL of this store, loaded and checked once. */
final class Blocks {

    /** How many rows one statement writes, if there are as many. */
    static final int TOGETHER = 64;

    private static final Map<String, SqliteSql> FILE = SqliteSql.load("file.sql");
    private static final Map<String, SqliteSql> LANE = SqliteSql.load("lane.sql");
    private static final Map<String, SqliteSql> STORE = SqliteSql.load("store.sql");
    private static final Map<String, SqliteSql> OUTBOX = SqliteSql.load("outbox.sql");
    private static final Map<String, SqliteSql> SCHEDULE = SqliteSql.load("schedule.sql");
    private static final Map<String, SqliteSql> RETENTION = SqliteSql.load("retention.sql");

    static final SqliteSql VERSION = of(FILE, "file.version");
    static final SqliteSql TABLES = of(FILE, "file.tables");
    static final SqliteSql STATE = of(FILE, "file.state");
    static final SqliteSql OPENED = of(FILE, "file.opened");
    static final SqliteSql CLOSED = of(FILE, "file.closed");

    static final SqliteSql FENCE = of(LANE, "lane.fence");
    static final SqliteSql BATCH = of(LANE, "lane.batch");
    static final SqliteSql REACQUIRE = of(LANE, "lane.reacquire");
    static final SqliteSql ENTRY = of(LANE, "lane.entry");
    static final SqliteSql START = of(LANE, "lane.start");
    static final SqliteSql START_ROWS = START.rows(TOGETHER);
    static final SqliteSql JOURNAL = of(LANE, "lane.journal");
    static final SqliteSql JOURNAL_ROWS = JOURNAL.rows(TOGETHER);
    static final SqliteSql CHANGE = of(LANE, "lane.change");
    static final SqliteSql CHANGE_ALIKE = of(LANE, "lane.changeAlike").listing(TOGETHER);
    static final SqliteSql DUE = of(LANE, "lane.due");
    static final SqliteSql FIND = of(LANE, "lane.find");
    static final SqliteSql NEWEST = of(LANE, "lane.newest");
    static final SqliteSql JOURNAL_OF = of(LANE, "journal.of");
    static final SqliteSql JOURNAL_UNTIL = of(LANE, "journal.until");
    static final SqliteSql JOIN_FENCE = of(LANE, "join.fence");
    static final SqliteSql JOIN_LANE = of(LANE, "join.lane");
    static final SqliteSql LAST_INCARNATION = of(LANE, "join.incarnation");
    static final SqliteSql LAST_NUMBER = of(LANE, "lane.lastNumber");

    static final SqliteSql DEPLOY = of(STORE, "store.deploy");
    static final SqliteSql WORKFLOW = of(STORE, "store.workflow");
    static final SqliteSql UNDEPLOY_PINNED = of(STORE, "undeploy.pinned");
    static final SqliteSql UNDEPLOY_IS_THERE = of(STORE, "undeploy.isThere");
    static final SqliteSql UNDEPLOY_REMOVE = of(STORE, "undeploy.remove");
    static final SqliteSql UNDEPLOY_CHANGED = of(STORE, "undeploy.changed");
    static final SqliteSql HIGHEST_VERSION = of(STORE, "store.highestVersion");
    static final SqliteSql WORKFLOWS = of(STORE, "store.workflows");
    static final SqliteSql NAMESPACES = of(STORE, "store.namespaces");
    static final SqliteSql PAUSE = of(STORE, "store.pause");
    static final SqliteSql PAUSED = of(STORE, "store.paused");
    static final SqliteSql RESUME = of(STORE, "store.resume");
    static final SqliteSql PAUSES = of(STORE, "store.pauses");
    static final SqliteSql UNOFFERED = of(STORE, "store.unoffered");
    static final SqliteSql UNOFFERED_OVER = of(STORE, "store.unofferedOver");
    static final SqliteSql UNOFFERED_BEGUN = of(STORE, "store.unofferedBegun");
    static final SqliteSql SERVICE_CHANGED = of(STORE, "store.serviceChanged");
    static final SqliteSql SERVICE_CHANGES = of(STORE, "store.serviceChanges");
    static final SqliteSql LIST_LABELLED = of(STORE, "list.labelled");
    static final SqliteSql LIST_NEWEST = of(STORE, "list.newest").with(of(STORE, "list.conditions"));
    static final SqliteSql LIST_OPEN = of(STORE, "list.open").with(of(STORE, "list.conditions"));
    static final SqliteSql LIST_TROUBLE = of(STORE, "list.trouble").with(of(STORE, "list.conditions"));

    static final SqliteSql OUTBOX_ADD = of(OUTBOX, "outbox.add");
    static final SqliteSql OUTBOX_RECEIVERS = of(OUTBOX, "outbox.receivers");
    static final SqliteSql OUTBOX_DUE = of(OUTBOX, "outbox.due");
    static final SqliteSql OUTBOX_HEAD = of(OUTBOX, "outbox.head");
    static final SqliteSql OUTBOX_MOVE = of(OUTBOX, "outbox.move");
    static final SqliteSql OUTBOX_DELIVERED = of(OUTBOX, "outbox.delivered");
    static final SqliteSql OUTBOX_FAILED = of(OUTBOX, "outbox.failed");
    static final SqliteSql OUTBOX_REDELIVER = of(OUTBOX, "outbox.redeliver");
    static final SqliteSql OUTBOX_UNDELIVERABLE = of(OUTBOX, "outbox.undeliverable");

    static final SqliteSql SCHEDULES = of(SCHEDULE, "schedule.list");
    static final SqliteSql SCHEDULE_FIND = of(SCHEDULE, "schedule.find");
    static final SqliteSql SCHEDULE_INSERT = of(SCHEDULE, "schedule.insert");
    static final SqliteSql SCHEDULE_UPDATE = of(SCHEDULE, "schedule.update");
    static final SqliteSql SCHEDULE_DELETE = of(SCHEDULE, "schedule.delete");
    static final SqliteSql SCHEDULE_CHANGED = of(SCHEDULE, "schedule.changed");
    static final SqliteSql SCHEDULE_CHANGES = of(SCHEDULE, "schedule.changes");

    static final SqliteSql ENDED_NEXT = of(RETENTION, "ended.next");
    static final SqliteSql ENDED_PAGE = of(RETENTION, "ended.page");
    static final SqliteSql ENDED_PLACE = of(RETENTION, "ended.place");
    static final SqliteSql REMOVE_JOURNAL = of(RETENTION, "ended.removeJournal");
    static final SqliteSql REMOVE = of(RETENTION, "ended.remove");
    static final SqliteSql RECEIPT = of(RETENTION, "ended.receipt");
    static final SqliteSql HAS_RECEIPT = of(RETENTION, "ended.hasReceipt");
    static final SqliteSql DROP_RECEIPT = of(RETENTION, "ended.dropReceipt");

    private Blocks() {}

    private static SqliteSql of(Map<String, SqliteSql> blocks, String name) {
        SqliteSql sql = blocks.get(name);
        if (sql == null) {
            throw new IllegalStateException(
                    "There is no SQL block named %s, only %s.".formatted(name, blocks.keySet()));
        }
        return sql;
    }
}
