package dev.reeve.benchmark.workload;

import com.sun.management.OperatingSystemMXBean;
import dev.reeve.Json;
import dev.reeve.agent.Agent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A program with an agent that talks to a server by HTTP. It answers each line with its processor time. */
final class RemoteAgentChild {

    private RemoteAgentChild() {}

    /** Arguments: the address of the server, the name of the agent, and its slots. */
    public static void main(String[] args) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Agent agent = Agent.named(args[1])
                .action(NoopCall.ACTION, Json.class, (order, step) -> Payloads.result(order))
                .slots(Integer.parseInt(args[2]))
                .servers(URI.create(args[0]))
                .start();
        System.out.println("ready");
        while (parent.readLine() != null) {
            System.out.println("cpu " + system.getProcessCpuTime());
        }
        agent.close();
    }
}
