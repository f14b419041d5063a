package dev.reeve.spi.store;

import java.time.Instant;

/**
 * A receiver of waiting messages.
 *
 * @param receiver the {@link OutboxRow#receiver} of these messages
 * @param nextAt the earliest time at which one of them may be claimed; for a claimed message the end of its claim
 */
public record WaitingReceiver(String receiver, Instant nextAt) {}
