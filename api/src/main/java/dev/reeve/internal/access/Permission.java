package dev.reeve.internal.access;

/** The permissions of roles. */
public enum Permission {
    /** To see executions, definitions, services and schedules, without payloads. */
    SEE,
    /** To see inputs, outputs and checkpoints, too. */
    SEE_PAYLOADS,
    /** To see the fields of payloads that a schema marks as sensitive, too. */
    SEE_SENSITIVE,
    /** To start executions, to signal them, and to wait for their results. */
    START,
    /** To decide about executions, services, schedules and messages. */
    OPERATE,
    /** To deploy and undeploy definitions. */
    DEPLOY,
    /** To do the work of an agent. */
    WORK,
    /** To read the metrics of the engine. */
    MEASURE,
    /** To manage keys, and to read the record of who did what. */
    ADMINISTER
}
