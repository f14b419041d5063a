package dev.reeve.engine.schedule;

/** What becomes of a nominal time while the execution of the one before is still open. */
public enum WhileRunning {
    /** It is left out. */
    SKIP,
    /** It waits until that one has ended. When it waits for more than a minute, {@link Missed} says what becomes of it. */
    QUEUE,
    /** It is started beside that one. */
    ALLOW
}
