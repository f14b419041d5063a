package dev.reeve.engine.store;

import java.time.Instant;

/** Somebody for whom there are messages, and when the first of them may be sent. */
public record WaitingReceiver(String receiver, Instant nextAt) {}
