/** db-scheduler. */
package dev.reeve.benchmark.peers.dbscheduler;

