package dev.reeve.internal.engine.inbox;

import dev.reeve.ExecutionId;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.engine.scheduler.message.StartRequest;

/** Checks the starts that SQL functions have stored, as those of callers in this process are checked. */
@FunctionalInterface
public interface SqlStarts {

    /**
     * @param id the id that the caller was given
     * @param user the user of the database session
     * @throws dev.reeve.ReeveException if the start is impossible, or the store does not answer
     */
    StartRequest request(ExecutionId id, Request.SqlStart start, String user);
}
