package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * The intervals and limits of the supervisor.
 *
 * @param interval maximum time between two scans; executions that are due earlier are scanned in time (default 1
 *     second)
 * @param sweepInterval how often parked executions that will soon be due are loaded (default 5 seconds)
 * @param agentSilenceMax an agent that is silent for this long counts as gone (default 30 seconds)
 * @param wakesMax maximum number of executions in one scan (default 5,000)
 */
public record SupervisorOptions(Duration interval, Duration sweepInterval, Duration agentSilenceMax, int wakesMax) {

    private static final SupervisorOptions DEFAULTS =
            new SupervisorOptions(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30), 5_000);

    public SupervisorOptions {
        OptionChecks.positive("interval", interval);
        OptionChecks.positive("sweepInterval", sweepInterval);
        OptionChecks.positive("agentSilenceMax", agentSilenceMax);
        OptionChecks.atLeast(1, "wakesMax", wakesMax);
    }

    /** The defaults. */
    public static SupervisorOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the maximum time between two scans. */
    public SupervisorOptions withInterval(Duration other) {
        return new SupervisorOptions(other, sweepInterval, agentSilenceMax, wakesMax);
    }

    /** Sets how often parked executions that will soon be due are loaded. */
    public SupervisorOptions withSweepInterval(Duration other) {
        return new SupervisorOptions(interval, other, agentSilenceMax, wakesMax);
    }

    /** Sets how long an agent may be silent. */
    public SupervisorOptions withAgentSilenceMax(Duration other) {
        return new SupervisorOptions(interval, sweepInterval, other, wakesMax);
    }

    /** Sets the maximum number of executions that one scan wakes. */
    public SupervisorOptions withWakesMax(int other) {
        return new SupervisorOptions(interval, sweepInterval, agentSilenceMax, other);
    }
}
