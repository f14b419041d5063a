package dev.reeve.internal.access;

import static dev.reeve.internal.access.Permission.ADMINISTER;
import static dev.reeve.internal.access.Permission.DEPLOY;
import static dev.reeve.internal.access.Permission.MEASURE;
import static dev.reeve.internal.access.Permission.OPERATE;
import static dev.reeve.internal.access.Permission.SEE;
import static dev.reeve.internal.access.Permission.START;
import static dev.reeve.internal.access.Permission.WORK;

import java.util.Locale;

/** The operations that are checked, each with the permission that it needs. */
public enum Operation {
    LIST(SEE, false),
    SHOW(SEE, false),
    HISTORY(SEE, false),
    EXPLAIN(SEE, false),
    FORECAST(SEE, false),
    AWAIT(SEE, false),
    WATCH(SEE, false),
    INBOX(SEE, false),
    VALIDATE(SEE, false),
    CHECK_MOVES(SEE, false),
    LIST_DEFINITIONS(SEE, false),
    LIST_SCHEDULES(SEE, false),
    LIST_SERVICES(SEE, false),
    LIST_MESSAGES(SEE, false),
    LIST_BULK(SEE, false),
    LIST_NODES(SEE, false),
    HEALTH(SEE, false),
    START_EXECUTION(START, true),
    SIGNAL(START, true),
    /** A link with which a person without a key sends a signal. */
    MAKE_LINK(START, true),
    CANCEL(OPERATE, true),
    COMPENSATE(OPERATE, true),
    MOVE(OPERATE, true),
    PAUSE(OPERATE, true),
    RESUME(OPERATE, true),
    PROBE(OPERATE, true),
    RETRY(OPERATE, true),
    RESOLVE(OPERATE, true),
    SKIP(OPERATE, true),
    RERUN(OPERATE, true),
    START_BULK(OPERATE, true),
    STOP_BULK(OPERATE, true),
    PUT_SCHEDULE(OPERATE, true),
    PAUSE_SCHEDULE(OPERATE, true),
    RESUME_SCHEDULE(OPERATE, true),
    DELETE_SCHEDULE(OPERATE, true),
    PAUSE_SERVICE(OPERATE, true),
    RESUME_SERVICE(OPERATE, true),
    REDELIVER(OPERATE, true),
    AUDIT(OPERATE, true),
    DEPLOY_DEFINITIONS(DEPLOY, true),
    UNDEPLOY(DEPLOY, true),
    /** An action that the server performs with its own secrets, as a job without a definition. */
    RUN_SERVER_ACTION(DEPLOY, true),
    /** A reference to a secret of the server in the data of an execution. */
    REFER_TO_SECRET(DEPLOY, true),
    WORK_AS_AGENT(WORK, false),
    IDENTIFY(SEE, false),
    READ_METRICS(MEASURE, false),
    READ_RECORD(ADMINISTER, false);

    private final Permission permission;
    private final boolean changes;

    Operation(Permission permission, boolean changes) {
        this.permission = permission;
        this.changes = changes;
    }

    /** The permission that it needs. */
    public Permission permission() {
        return permission;
    }

    /** Whether it changes something, so that it is recorded. */
    public boolean changes() {
        return changes;
    }

    /** Whether it is about all namespaces at once, so that a role has to hold in all of them. */
    public boolean isOfAllNamespaces() {
        return this == READ_METRICS;
    }

    /** For messages, such as {@code pause service}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
