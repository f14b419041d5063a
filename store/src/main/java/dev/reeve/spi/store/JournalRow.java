package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/**
 * The events of one transition.
 *
 * @param id the execution that made the transition
 * @param seq 1, 2, 3 … without gaps; the store refuses a second row with the same (id, seq)
 * @param at when it was decided, in microseconds
 * @param events a JSON array, as written by the core's codec
 */
public record JournalRow(ExecutionId id, int seq, Instant at, String events) {}
