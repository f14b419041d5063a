package dev.reeve.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Tries all rules of the protocol against an agent. */
public final class ConformanceKit {

    private static final String USAGE = """
            usage: reeve-agent-conformance COMMAND [ARGUMENT…]

            Starts the agent with this command, plays the server against it, and prints what it does wrong. The agent reads
            its server from REEVE_SERVER and its key from REEVE_API_KEY, has 4 slots and the actions that
            docs/reference/agent-protocol.md describes, and closes when its standard input ends.
            """;

    private ConformanceKit() {}

    /** Ends with status 1 if the agent breaks a rule. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            System.err.print(USAGE);
            System.exit(2);
        }
        AgentProcess agent = new AgentProcess(List.of(arguments));
        List<String> broken = run(agent, System.out);
        boolean conforms = broken.isEmpty() && agent.ends();
        System.exit(conforms ? 0 : 1);
    }

    /**
     * Runs all scenarios.
     *
     * @return the rules that the agent broke, each with what was found; empty if it conforms
     */
    static List<String> run(AgentUnderTest agent, PrintStream out) throws Exception {
        List<String> broken = new ArrayList<>();
        try (PlayedServer server = server()) {
            agent.start(server.address(), PlayedServer.API_KEY);
            for (Scenario scenario : Scenarios.all()) {
                int complaints = server.complaints().size();
                String found = null;
                try {
                    scenario.play().against(server, agent);
                } catch (BrokenRuleException e) {
                    found = String.valueOf(e.getMessage());
                }
                List<String> news = server.complaints();
                String all = String.join("; ", news.subList(complaints, news.size()));
                if (found == null && !all.isEmpty()) {
                    found = all;
                } else if (found != null && !all.isEmpty()) {
                    found = found + "; " + all;
                }
                out.printf("%-6s %-15s %s%n", found == null ? "ok" : "BROKEN", scenario.name(), scenario.rule());
                if (found != null) {
                    out.printf("       %s%n", found);
                    broken.add("%s: %s: %s".formatted(scenario.name(), scenario.rule(), found));
                }
            }
        }
        return broken;
    }

    private static PlayedServer server() throws IOException {
        return new PlayedServer(0);
    }
}
