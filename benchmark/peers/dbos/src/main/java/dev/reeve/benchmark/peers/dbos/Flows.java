package dev.reeve.benchmark.peers.dbos;

/** The interface that DBOS proxies. */
public interface Flows {

    String chain3(String input);
}
