package dev.reeve;

import java.time.Duration;

/**
 * Counters of an engine since it was opened.
 *
 * @param commits committed transactions
 * @param transitions journal rows written; {@code transitions} divided by {@code commits} is the average batch size
 * @param commitTime time spent waiting for the store to commit, over all lanes
 * @param active executions in memory or swapped out of it
 * @param swappedOut active executions whose content is only in the store, because memory is short
 * @param heldBytes memory held by executions, waiting messages and attempts at agents; a character counts as one byte
 * @param heldBytesMax above this, starts are refused and executions are swapped out
 * @param quarantined executions that cannot be read; they are left alone until the engine is opened again, and need a
 *     person
 * @param supervisor the health of the supervisor
 * @param audit the counters of the auditor
 * @param courier the counters of the courier, which sends status messages
 * @param node the place of this engine among the nodes of its store
 */
public record EngineStats(
        long commits,
        long transitions,
        Duration commitTime,
        int active,
        int swappedOut,
        long heldBytes,
        long heldBytesMax,
        int quarantined,
        SupervisorStats supervisor,
        AuditStats audit,
        CourierStats courier,
        NodeStats node) {}
