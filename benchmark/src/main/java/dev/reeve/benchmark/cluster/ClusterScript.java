package dev.reeve.benchmark.cluster;

import java.io.IOException;

/** The events of a run, in order: faults, and changes of release. */
interface ClusterScript {

    void play(ClusterScene scene) throws IOException;
}
