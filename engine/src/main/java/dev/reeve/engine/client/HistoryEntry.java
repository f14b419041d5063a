package dev.reeve.engine.client;

import dev.reeve.core.Event;
import java.time.Instant;

/**
 * One event of an execution's history.
 *
 * @param seq of the transition that it belongs to, from 1
 * @param at when it was decided, by the store's clock
 */
public record HistoryEntry(int seq, Instant at, Event event) {}
