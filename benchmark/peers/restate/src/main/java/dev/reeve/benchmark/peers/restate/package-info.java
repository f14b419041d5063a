/** Restate. */
package dev.reeve.benchmark.peers.restate;

