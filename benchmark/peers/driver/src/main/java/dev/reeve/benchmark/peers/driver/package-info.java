/** Drives one peer through a workload, and prints what it carried. */
package dev.reeve.benchmark.peers.driver;

