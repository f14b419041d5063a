package dev.reeve.benchmark.workload;

import dev.reeve.benchmark.process.ChildProcess;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.server.ReeveServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Agents in other processes, which talk by HTTP to a server in this one. */
public final class RemoteAgents implements AutoCloseable {

    private final ReeveServer server;
    private final List<ChildProcess> children;
    private final Path directory;

    private RemoteAgents(ReeveServer server, List<ChildProcess> children, Path directory) {
        this.server = server;
        this.children = children;
        this.directory = directory;
    }

    /**
     * @param directory for the record of the server; removed by {@link #close}
     * @param slots of each process
     */
    public static RemoteAgents start(EmbeddedReeve reeve, Path directory, int processes, int slots) throws IOException {
        ReeveServer server = BenchServer.start(reeve, new ChangeFeed("bench"), directory, 0);
        List<ChildProcess> children = new ArrayList<>();
        RemoteAgents agents = new RemoteAgents(server, children, directory);
        try {
            for (int i = 0; i < processes; i++) {
                ChildProcess child = ChildProcess.start(
                        RemoteAgentChild.class, List.of(server.address().toString(), "bench-" + i, "" + slots));
                children.add(child);
                child.expect("ready");
            }
            return agents;
        } catch (IOException | RuntimeException e) {
            agents.close();
            throw e;
        }
    }

    /** Processor time of the agents' processes so far. */
    public long cpuNanos() throws IOException {
        long sum = 0;
        for (ChildProcess child : children) {
            child.say("cpu");
            sum += Long.parseLong(child.expect("cpu "));
        }
        return sum;
    }

    @Override
    public void close() {
        children.forEach(ChildProcess::close);
        server.close();
        Directories.delete(directory);
    }
}
