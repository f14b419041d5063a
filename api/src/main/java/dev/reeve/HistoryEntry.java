package dev.reeve;

import java.time.Instant;

/**
 * One stored event of an execution's history. It includes the nonce of each attempt, which allows a report in the
 * agent's place until the attempt ends. Show histories only to authorised people.
 *
 * @param seq the number of the transition that the event belongs to, from 1
 * @param at when it was decided, by the store's clock
 * @param event may be of a new kind: {@link Event} grows with releases, so a {@code switch} over it needs a
 *     {@code default}
 */
public record HistoryEntry(int seq, Instant at, Event event) {}
