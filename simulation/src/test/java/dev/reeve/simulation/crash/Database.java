package dev.reeve.simulation.crash;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.spi.store.Store;
import java.time.Instant;

/** A real database that can be emptied. */
interface Database extends AutoCloseable {

    /** Opens it, as a process does that starts. */
    Store open();

    /** Nothing is in it any more. While nobody has it open. */
    void empty();

    /** The first row of a journal is lost. While nobody has it open. */
    void damage(ExecutionId id);

    /** Another row of a journal, at the same time as the last one. While nobody has it open. */
    void append(ExecutionId id, String events);

    /** The content of the row, and nothing else. While nobody has it open. */
    void status(ExecutionId id, ExecutionStatus status);

    void wake(ExecutionId id, Instant at);

    /** An execution is lost, with its journal. While nobody has it open. */
    void remove(ExecutionId id);

    /** A definition is lost. While nobody has it open. */
    void forget(String workflow);

    @Override
    void close();
}
