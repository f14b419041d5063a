package dev.reeve.internal.test.store;

/** Kinds of database calls, as far as a fault distinguishes them. */
enum CallKind {
    READ,
    COMMIT,
    /** Joining, taking a lane, deploying: small writes, which still succeed on a full disk. */
    OTHER_WRITE
}
