package dev.reeve.testkit.store;

/** What is asked of a database, as far as it matters for whether it can be done just now. */
enum Call {
    READ,
    COMMIT,
    /** Joining, taking a lane, deploying: small, and so possible on a disk that is full. */
    OTHER_WRITE
}
