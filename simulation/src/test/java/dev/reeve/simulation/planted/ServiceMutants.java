package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import java.util.List;

/** Which agents are given what, and when a service is not called. */
final class ServiceMutants {

    private static final String DISPATCH = "engine/src/main/java/dev/reeve/internal/engine/dispatch/";

    private ServiceMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                                "an open breaker lets steps use up their attempts",
                                "R3",
                                DISPATCH + "breaker/Breaker.java",
                                "            case OPEN, PAUSED -> false;",
                                "            case OPEN -> true;\n            case PAUSED -> false;")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "a ramp lets everything through at once",
                                "R3",
                                DISPATCH + "breaker/Breaker.java",
                                "case RAMPING -> underWay < limit;",
                                "case RAMPING -> true;")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "a person's pause is known to one engine only",
                                "R3",
                                "engine/src/main/java/dev/reeve/internal/engine/cluster/ServicePauses.java",
                                "            dispatcher.paused(read);",
                                "            LOG.debug(\"{}\", read);")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "an open breaker never makes a trial",
                                "R3 L1",
                                DISPATCH + "breaker/Breaker.java",
                                "state == ServiceState.OPEN && nanos - untilNanos >= 0",
                                "state == ServiceState.OPEN && nanos - untilNanos >= 0 && opened > 1")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "a trial that is lost with its agent keeps its place",
                                "R3 L1 (F7)",
                                DISPATCH + "AgentSession.java",
                                "        held.values().forEach(attempt -> attempt.slot.service.over(attempt.slot));",
                                "")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "a retry budget does not grow with time",
                                "R3 L1",
                                DISPATCH + "breaker/RetryBudget.java",
                                "        put(options.perSecond() * (nanos - refilledNanos) / TimeUnit.SECONDS.toNanos(1));",
                                "")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "an attempt that is offered again counts as another call",
                                "R3 (seed 367)",
                                DISPATCH + "Service.java",
                                "        session.reserve();\n        return new Slot(session, this, Breaker.UNCOUNTED, false);",
                                "        session.reserve();\n        return new Slot(session, this, breaker.begin(), false);")
                        .in(Emphasis.SERVICES),
                new Mutant(
                                "an agent that was suspect is so forever",
                                "A7 L1",
                                DISPATCH + "AgentSession.java",
                                "        suspect = silent ||",
                                "        suspect |= silent ||")
                        .in(Emphasis.SERVICES));
    }
}
