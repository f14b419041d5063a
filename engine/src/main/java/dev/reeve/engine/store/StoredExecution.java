package dev.reeve.engine.store;

import java.util.List;

/**
 * @param journal in the order of seq
 */
public record StoredExecution(ExecutionRow row, List<JournalRow> journal) {}
