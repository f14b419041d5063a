package dev.reeve.benchmark;

/** Which store a workload runs on. */
enum StoreKind {
    SQLITE,
    POSTGRES
}
