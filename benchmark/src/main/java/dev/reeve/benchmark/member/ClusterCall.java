package dev.reeve.benchmark.member;

import java.util.List;

/** Callers, in the ledger. */
public enum ClusterCall {
    START,
    SIGNAL,
    AWAIT;

    /** Each kind of call has its place in this list as a number in the ledger. */
    public static final List<ClusterCall> ALL = List.of(values());
}
