package dev.reeve.simulation.run;

import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.store.MemoryFile;

/** The store behind the simulated database. It injects no faults itself. */
enum BackingStore {
    /** Maps and lists. */
    MODEL {
        @Override
        SimDatabase open(Timeline timeline, StoreFaults faults) {
            return SimDatabase.model(timeline, faults);
        }
    },

    /** The production store on SQLite, in memory. It cannot forget a commit, so no failover undoes anything. */
    SQLITE {
        @Override
        SimDatabase open(Timeline timeline, StoreFaults faults) {
            return MemoryFile.database(timeline, faults);
        }
    };

    /** Whether several nodes can share it. */
    boolean isShareable() {
        return this == MODEL;
    }

    abstract SimDatabase open(Timeline timeline, StoreFaults faults);
}
