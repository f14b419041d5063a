package dev.reeve.benchmark;

/** The store of a workload. */
enum StoreKind {
    SQLITE,
    POSTGRES
}
