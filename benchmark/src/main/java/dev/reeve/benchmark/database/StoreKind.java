package dev.reeve.benchmark.database;

/** The store of a workload. */
public enum StoreKind {
    SQLITE,
    POSTGRES
}
