package dev.reeve.simulation.crash;

import dev.reeve.engine.store.Store;

/** A real database that can be emptied. */
interface Database extends AutoCloseable {

    /** Opens it, as a process does that starts. */
    Store open();

    /** Nothing is in it any more. While nobody has it open. */
    void empty();

    @Override
    void close();
}
