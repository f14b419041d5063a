package dev.reeve.engine.store;

import java.util.List;

/**
 * What one transaction writes. An execution appears at most once in each list, and not both in {@code started} and in
 * {@code changed}.
 *
 * @param journal one row for each execution that moved
 * @param started new executions
 * @param changed executions whose status or wake time changed
 */
public record Batch(List<JournalRow> journal, List<ExecutionRow> started, List<ExecutionChange> changed) {}
