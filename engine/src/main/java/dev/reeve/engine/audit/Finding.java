package dev.reeve.engine.audit;

/**
 * A violation of a rule by an execution or a schedule.
 *
 * @param problem contains nothing of any payload
 */
record Finding(Rule rule, String problem) {}
