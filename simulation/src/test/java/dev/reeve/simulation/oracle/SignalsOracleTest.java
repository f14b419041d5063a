package dev.reeve.simulation.oracle;

import static dev.reeve.simulation.oracle.Journal.completed;
import static dev.reeve.simulation.oracle.Journal.event;
import static dev.reeve.simulation.oracle.Journal.waiting;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Journals about signals: right ones, and for each rule one that breaks it. */
class SignalsOracleTest {

    private static final String MOVED = "{'type':'ExecutionMoved','version':2,'by':'ann','why':'w'}";

    private static String received(String signal, String data) {
        return "{'type':'SignalReceived','signal':'%s','data':%s,'by':'ann'}".formatted(signal, data);
    }

    private static String taken(String step, String signal) {
        return event("SignalTaken", step, "'signal':'%s'".formatted(signal));
    }

    private static String unusable(String step, String signal) {
        return event("SignalTaken", step, "'signal':'%s','unusable':true".formatted(signal));
    }

    @Test
    @DisplayName("S7 signals that came before a step whose time they move are taken, those without a time in vain")
    void uselessBefore() {
        String definition = """
                workflow: w
                steps:
                  a: { wait: 5s }
                  b: { after: [a], await: { signal: go, timeout: "${ signal ? signal : '1m' }", updateOn: more } }
                """;
        String done = completed("a", 0, "null");
        early(definition)
                .right(5, done, unusable("b", "more"), taken("b", "more"), waiting("b", "FORWARD", 25, "SIGNAL"));
        early(definition)
                .wrong("S7", 5, done, taken("b", "more"), taken("b", "more"), waiting("b", "FORWARD", 25, "SIGNAL"));
        early(definition)
                .wrong(
                        "S7",
                        5,
                        done,
                        unusable("b", "more"),
                        unusable("b", "more"),
                        waiting("b", "FORWARD", 65, "SIGNAL"));
        early(definition).wrong("I4", 5, done, unusable("b", "more"), waiting("b", "FORWARD", 65, "SIGNAL"));
    }

    private static Journal early(String definition) {
        return Journal.started(definition, waiting("a", "FORWARD", 5, "TIMER"))
                .right(1, received("more", "'soon'"))
                .right(2, received("more", "'20s'"));
    }

    @Test
    @DisplayName("S12 a signal without a time is not accepted while the step waits")
    void uselessMeanwhile() {
        String definition = """
                workflow: w
                steps:
                  b: { await: { signal: go, timeout: "${ signal ? signal : '1m' }", updateOn: more } }
                """;
        Journal.started(definition, waiting("b", "FORWARD", 60, "SIGNAL"))
                .right(1, received("more", "'20s'"), taken("b", "more"), waiting("b", "FORWARD", 20, "SIGNAL"))
                .wrong("S12", 2, received("more", "'soon'"), unusable("b", "more"));
    }

    @Test
    @DisplayName("S9 a timeout that another version makes movable counts from the start, and the signals are taken")
    void movableInAnotherVersion() {
        String first =
                "workflow: w\nsteps: { b: { await: { signal: go, timeout: 1m } }, c: { after: [b], await: more } }";
        String second = """
                workflow: w
                version: 2
                steps:
                  b: { await: { signal: go, timeout: "${ signal ? signal : '1m' }", updateOn: more } }
                  c: { after: [b], await: more }
                """;
        String waits = waiting("b", "FORWARD", 60, "SIGNAL");
        String longer = waiting("b", "FORWARD", 90, "SIGNAL");
        Journal.ofVersions(first, second, waits)
                .right(1, received("more", "'soon'"))
                .right(2, received("more", "'90s'"))
                .right(5, MOVED, unusable("b", "more"), taken("b", "more"), longer);
        Journal.ofVersions(first, second, waits)
                .right(2, received("more", "'90s'"))
                .wrong("I4", 5, MOVED, taken("b", "more"), waiting("b", "FORWARD", 95, "SIGNAL"));
        Journal.ofVersions(first, second, waits)
                .right(2, received("more", "'90s'"))
                .wrong("I11", 5, MOVED);
    }
}
