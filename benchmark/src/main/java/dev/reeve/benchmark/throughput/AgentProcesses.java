package dev.reeve.benchmark.throughput;

import dev.reeve.benchmark.report.CommonOptions;
import picocli.CommandLine.Option;

/** The number of processes that have the agents. */
final class AgentProcesses {

    private static final int COUNT_MAX = 8;

    @Option(
            names = "--remote",
            paramLabel = "N",
            description =
                    "Processes with an agent each, which talk to the engine by HTTP. Default: one agent in this process.")
    private int remote;

    void require(CommonOptions common) {
        common.require("--remote", remote, 0, COUNT_MAX);
    }

    /** Refuses agents in processes of their own beside another option. */
    void requireNone(CommonOptions common, String other) {
        if (remote > 0) {
            throw common.wrong(other + " and --remote do not go together");
        }
    }

    /** Zero for one agent in this process. */
    int count() {
        return remote;
    }
}
