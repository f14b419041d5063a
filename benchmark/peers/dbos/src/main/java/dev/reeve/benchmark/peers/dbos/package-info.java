/** DBOS Transact. */
package dev.reeve.benchmark.peers.dbos;

