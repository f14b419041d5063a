package dev.reeve.spi.store;

import java.time.Instant;

/** A receiver of waiting messages, and when the first of them may be sent. */
public record WaitingReceiver(String receiver, Instant nextAt) {}
