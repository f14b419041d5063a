package dev.reeve.benchmark.cluster;

import java.util.List;

/** Callers, in the ledger. */
enum ClusterCall {
    START,
    SIGNAL,
    AWAIT;

    /** Each kind of call has its place in this list as a number in the ledger. */
    static final List<ClusterCall> ALL = List.of(values());
}
