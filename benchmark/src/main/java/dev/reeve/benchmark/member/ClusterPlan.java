package dev.reeve.benchmark.member;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of all processes of a cluster. A node has a place, which one process takes after the other. A node with
 * place {@code p} of {@code n} starts each execution whose number is {@code p} modulo {@code n}.
 *
 * @param nodes number of nodes
 * @param agents number of processes that own no executions and have the agents; with 0 each node has an agent
 * @param rate starts per second of each node
 * @param inflight the maximum number of open executions that one node has started
 * @param ledgers the directory of the ledgers
 */
public record ClusterPlan(int nodes, int agents, Duration ttl, int rate, int inflight, Path ledgers) {

    private static final int SIZE = 6;

    /** The arguments of a process. */
    public List<String> arguments() {
        return List.of(
                Integer.toString(nodes),
                Integer.toString(agents),
                Long.toString(ttl.toMillis()),
                Integer.toString(rate),
                Integer.toString(inflight),
                ledgers.toString());
    }

    static ClusterPlan of(List<String> arguments) {
        return new ClusterPlan(
                Integer.parseInt(arguments.get(0)),
                Integer.parseInt(arguments.get(1)),
                Duration.ofMillis(Long.parseLong(arguments.get(2))),
                Integer.parseInt(arguments.get(3)),
                Integer.parseInt(arguments.get(4)),
                Path.of(arguments.get(5)));
    }

    /** The arguments after those of the plan. */
    static List<String> rest(List<String> arguments) {
        return new ArrayList<>(arguments.subList(SIZE, arguments.size()));
    }

    /** Whether the process at this place owns executions, and starts some. The others have agents. */
    public boolean isNode(int place) {
        return place < nodes;
    }

    /** Whether the process at this place has an agent. */
    boolean hasAgent(int place) {
        return agents == 0 || !isNode(place);
    }

    /** The place that waits for the end of this execution; each place in turn. */
    int waiter(int number) {
        return (number / nodes + number) % nodes;
    }

    /** The place that sends the signal to this execution; each place in turn. */
    int signaller(int number) {
        return (number / nodes + number + 1) % nodes;
    }

    /** The ledger of a process. */
    public Path ledger(int place, int life) {
        return ledgers.resolve("ledger-%d-%d".formatted(place, life));
    }

    /** The place of the process that wrote this ledger. */
    static int place(Path ledger) {
        return Integer.parseInt(ledger.getFileName().toString().split("-", -1)[1]);
    }
}
