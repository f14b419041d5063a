package dev.reeve.simulation.planted;

import java.util.List;

/** Messages to receivers. */
final class MessageMutants {

    private static final String NOTIFICATION = "engine/src/main/java/dev/reeve/internal/engine/notification/";
    private static final String SCHEDULER = "engine/src/main/java/dev/reeve/internal/engine/scheduler/";

    private MessageMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "a message is removed before it is delivered",
                        "S10",
                        NOTIFICATION + "Courier.java",
                        "        flights.put(flight.execution(), flight);",
                        "        flights.put(flight.execution(), flight);\n        unsettled.add(Settlement.delivered(claimed, clock.now()));"),
                new Mutant(
                        "a message that failed is skipped when it is its turn again",
                        "S10",
                        "store/src/main/java/dev/reeve/spi/store/Settlement.java",
                        "claimed.until(), nextAt, error);",
                        "claimed.until(), nextAt, null);"),
                new Mutant(
                        "the messages of one transition are sent in reverse order",
                        "S10",
                        SCHEDULER + "memory/StatusMessages.java",
                        "PER_TRANSITION) + messages.size(),",
                        "PER_TRANSITION) + PER_TRANSITION - messages.size(),"),
                new Mutant(
                        "sent messages are forgotten when an execution is loaded again",
                        "S10",
                        SCHEDULER + "memory/StatusMessages.java",
                        "waits ? RECEIVED : word(state.status());",
                        "waits ? RECEIVED : null;"),
                new Mutant(
                        "a receiver that answered is still waited for",
                        "L1",
                        NOTIFICATION + "Courier.java",
                        "        reach.answered();",
                        ""));
    }
}
