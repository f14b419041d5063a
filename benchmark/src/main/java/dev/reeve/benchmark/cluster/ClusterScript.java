package dev.reeve.benchmark.cluster;

import java.io.IOException;

/** What happens to a cluster under load. */
interface ClusterScript {

    void play(ClusterRun run) throws IOException;
}
