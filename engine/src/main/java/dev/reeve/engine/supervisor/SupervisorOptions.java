package dev.reeve.engine.supervisor;

import dev.reeve.engine.runtime.Limits;
import java.time.Duration;

/**
 * @param interval how often the supervisor looks at least; what is due earlier is looked at in time
 * @param sweepInterval how often parked executions are loaded that will soon be due
 * @param agentSilenceMax an agent that was not heard of for this long is gone
 * @param wakesMax how many executions it asks about in one turn
 */
public record SupervisorOptions(Duration interval, Duration sweepInterval, Duration agentSilenceMax, int wakesMax) {

    public static final SupervisorOptions DEFAULT =
            new SupervisorOptions(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30), 5_000);

    public SupervisorOptions {
        Limits.positive("interval", interval);
        Limits.positive("sweepInterval", sweepInterval);
        Limits.positive("agentSilenceMax", agentSilenceMax);
        Limits.atLeast(1, "wakesMax", wakesMax);
    }
}
