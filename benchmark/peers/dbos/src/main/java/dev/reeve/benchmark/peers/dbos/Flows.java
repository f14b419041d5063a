package dev.reeve.benchmark.peers.dbos;

/** What DBOS makes a proxy of. */
public interface Flows {

    String chain3(String input);
}
