package dev.reeve.engine.client;

import dev.reeve.core.Event;
import java.time.Instant;

/**
 * One event of an execution's history, as it is stored. That includes the nonce of each attempt, with which a report can be
 * made in the agent's place until the attempt is over: show histories to those who may.
 *
 * @param seq of the transition that it belongs to, from 1
 * @param at when it was decided, by the store's clock
 * @param event of a kind that may be new: {@link Event} grows with releases, so a {@code switch} over it needs a
 *     {@code default}
 */
public record HistoryEntry(int seq, Instant at, Event event) {}
