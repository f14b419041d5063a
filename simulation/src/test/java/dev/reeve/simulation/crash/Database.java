package dev.reeve.simulation.crash;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.Store;

/** A real database that can be emptied. */
interface Database extends AutoCloseable {

    /** Opens it, as a process does that starts. */
    Store open();

    /** Nothing is in it any more. While nobody has it open. */
    void empty();

    /** The first row of a journal is lost. While nobody has it open. */
    void damage(ExecutionId id);

    @Override
    void close();
}
