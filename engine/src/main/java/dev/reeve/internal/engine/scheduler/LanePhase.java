package dev.reeve.internal.engine.scheduler;

/** The state of a lane. */
enum LanePhase {
    /** Waits for messages. */
    IDLE,
    /** Waits for the store. */
    BUSY,
    /** Has to be reacquired before anything else. */
    SUSPECT,
    /** Another node has it. */
    FENCED,
    /** The store cannot be used. */
    ENDED
}
