package dev.reeve.agent;

import dev.reeve.agent.transport.SessionId;

/** One exchange under way. Used by the agent's thread only. */
final class Call {

    final SessionId session;

    /** Deadlines of the requests that answer this exchange are counted from here. */
    final long sentAt;

    /** What goes back into the queue if the exchange is lost. */
    final Outgoing outgoing;

    /** When the agent stops waiting for the answer. One that comes later is heard all the same. */
    long expiresAt;

    /** A newer exchange was sent, so the node answers this one at once. */
    boolean superseded;

    Call(SessionId session, long sentAt, long expiresAt, Outgoing outgoing) {
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
