package dev.reeve.engine.audit;

/**
 * Something about an execution that must not be.
 *
 * @param problem without anything of its payloads
 */
record Finding(Rule rule, String problem) {}
