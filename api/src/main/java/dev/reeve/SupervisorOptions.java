package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * How often the supervisor looks, and for what.
 *
 * @param interval maximum time between two looks; what is due earlier is looked at in time
 * @param sweepInterval how often parked executions that will soon be due are loaded
 * @param agentSilenceMax an agent without a sign of life for this long counts as gone
 * @param wakesMax maximum number of executions that one turn looks at
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

    /** Sets the pause between two scans. */
    public SupervisorOptions withInterval(Duration other) {
        return new SupervisorOptions(other, sweepInterval, agentSilenceMax, wakesMax);
    }

    /** Sets the pause between two sweeps of the store. */
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
