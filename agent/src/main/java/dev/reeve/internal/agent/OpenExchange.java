package dev.reeve.internal.agent;

import dev.reeve.spi.transport.SessionId;

/** One open exchange. Used by the agent's thread only. */
final class OpenExchange {

    final SessionId session;

    /** The deadlines of requests in the answer are counted from here. */
    final long sentAt;

    /** The content that goes back into the queue if the exchange is lost. */
    final OutgoingExchange outgoing;

    /** When the agent stops waiting for the answer. A later answer is still processed. */
    long expiresAt;

    /** A newer exchange was sent, so the node answers this one at once. */
    boolean superseded;

    OpenExchange(SessionId session, long sentAt, long expiresAt, OutgoingExchange outgoing) {
        this.session = session;
        this.sentAt = sentAt;
        this.expiresAt = expiresAt;
        this.outgoing = outgoing;
    }

    void supersede(long answerBy) {
        superseded = true;
        expiresAt = Math.min(expiresAt, answerBy);
    }
}
