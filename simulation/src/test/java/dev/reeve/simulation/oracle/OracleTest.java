package dev.reeve.simulation.oracle;

import static dev.reeve.simulation.oracle.Journal.CLOSED;
import static dev.reeve.simulation.oracle.Journal.compensated;
import static dev.reeve.simulation.oracle.Journal.completed;
import static dev.reeve.simulation.oracle.Journal.event;
import static dev.reeve.simulation.oracle.Journal.failed;
import static dev.reeve.simulation.oracle.Journal.failure;
import static dev.reeve.simulation.oracle.Journal.ready;
import static dev.reeve.simulation.oracle.Journal.started;
import static dev.reeve.simulation.oracle.Journal.undoing;
import static dev.reeve.simulation.oracle.Journal.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Journals written by hand: right ones, and for each rule one that breaks it. */
class OracleTest {

    private static final String TRIP = """
            workflow: trip
            completeBy: 1h
            steps:
              hotel:
                action: hotel.book
                completeBy: 1m
                retry: { maxAttempts: 2, backoff: 1s, factor: 2, maxBackoff: 10s }
                compensate: hotel.cancel
              flight:
                after: [hotel]
                action: flight.book
                input: { room: "${ steps.hotel.output }" }
                completeBy: 1m
                heartbeat: 10s
                retry: { maxAttempts: 2, backoff: 1s, factor: 2, maxBackoff: 10s }
                probe: { action: flight.ask, completeBy: 30s }
                compensate: flight.cancel
            """;

    private static final String BUSINESS = failure("BUSINESS", "NO", false);

    private static Journal hotelStarted() {
        return Journal.started(TRIP, ready("hotel", "FORWARD", ""), started("hotel", "FORWARD", 1, 60));
    }

    private static Journal flightStarted() {
        return hotelStarted()
                .right(
                        10,
                        completed("hotel", 1, "7"),
                        ready("flight", "FORWARD", ",'input':{'room':7}"),
                        started("flight", "FORWARD", 1, 70));
    }

    /** Hotel and flight were done, or may have been; the execution is undone. */
    private static Journal undoingFlight() {
        return flightStarted()
                .right(
                        20,
                        "{'type':'CancelRequested','by':'ann','reason':'r'}",
                        undoing(failure("BUSINESS", "CANCELLED", false)))
                .right(30, completed("flight", 1, "8"), CLOSED, ready("flight", "COMPENSATION", ""));
    }

    @Test
    @DisplayName("a completed trip, and an undone one")
    void right() {
        Journal done = flightStarted();
        done.right(
                30,
                completed("flight", 1, "{'seat':1.50}"),
                "{'type':'ExecutionCompleted','output':{'hotel':7,'flight':{'seat':1.50}}}");
        assertThat(done.oracle.atEnd()).isEmpty();
        assertThat(done.oracle.status()).isEqualTo("COMPLETED");

        Journal undone = undoingFlight()
                .right(31, started("flight", "COMPENSATION", 1, 331))
                .right(32, compensated("flight", 1), ready("hotel", "COMPENSATION", ""))
                .right(33, started("hotel", "COMPENSATION", 1, 333));
        assertThat(undone.oracle.status()).isEqualTo("COMPENSATING");
        assertThat(undone.oracle.atEnd()).hasSize(1);
        undone.right(34, compensated("hotel", 1), "{'type':'ExecutionCancelled','reason':'r'}");
        assertThat(undone.oracle.status()).isEqualTo("CANCELLED");
    }

    @Test
    @DisplayName("I3: an execution has one correct end with the correct output, and no event after it")
    void ends() {
        flightStarted().wrong("I3", 11, "{'type':'ExecutionCompleted','output':{'hotel':7}}");
        flightStarted().wrong("I3", 11, completed("flight", 1, "8"), "{'type':'ExecutionFailed'," + BUSINESS + "}");
        flightStarted()
                .wrong("I4", 11, completed("flight", 1, "8"), "{'type':'ExecutionCompleted','output':{'hotel':7}}");
        flightStarted()
                .right(11, completed("flight", 1, "8"), "{'type':'ExecutionCompleted','output':{'hotel':7,'flight':8}}")
                .wrong("I3", 12, "{'type':'CancelRequested','by':'ann','reason':'r'}");
    }

    @Test
    @DisplayName("I5 I6 one outcome of the open attempt; attempt numbers rise; nonces and late reports occur once")
    void attempts() {
        flightStarted().wrong("I5", 11, completed("hotel", 1, "9"));
        hotelStarted().wrong("I5", 11, completed("hotel", 2, "9"));
        hotelStarted().wrong("I7", 11, started("hotel", "FORWARD", 2, 71));
        Journal again = hotelStarted()
                .right(
                        5,
                        failed("hotel", "FORWARD", 1, failure("TRANSIENT", "T", true)),
                        waiting("hotel", "FORWARD", 6, "BACKOFF"))
                .right(6, event("StepResumed", "hotel", "'purpose':'FORWARD'"));
        again.wrong("I6", 6, started("hotel", "FORWARD", 3, 66));
        hotelStarted().wrong("I6", 1, event("LateReportKept", "hotel", "'purpose':'FORWARD','attempt':1,'output':1"));
        Journal lost = hotelStarted()
                .right(
                        5,
                        failed("hotel", "FORWARD", 1, failure("LOST", "AGENT_LOST", true)),
                        event("StepResumed", "hotel", "'purpose':'FORWARD'"));
        lost.right(6, event("LateReportKept", "hotel", "'purpose':'FORWARD','attempt':1,'output':1"));
        lost.wrong("I6", 7, event("LateReportKept", "hotel", "'purpose':'FORWARD','attempt':1,'output':1"));
        Journal nonce = new Journal(TRIP);
        hotelStarted()
                .wrong(
                        "I6",
                        10,
                        completed("hotel", 1, "7"),
                        ready("flight", "FORWARD", ",'input':{'room':7}"),
                        started("flight", "FORWARD", 1, 70).replace("NONCE", "1"));
        assertThat(nonce.add(0, ready("hotel", "FORWARD", ""))).isNotEmpty();
    }

    @Test
    @DisplayName("I7 no step begins before its predecessors, nor after a cancel")
    void order() {
        hotelStarted().wrong("I7", 1, ready("flight", "FORWARD", ",'input':{'room':null}"));
        hotelStarted()
                .right(
                        5,
                        "{'type':'CancelRequested','by':'ann','reason':'r'}",
                        undoing(failure("BUSINESS", "CANCELLED", false)))
                .wrong("I7", 6, completed("hotel", 1, "7"), ready("flight", "FORWARD", ",'input':{'room':7}"));
        undoingFlight().wrong("I7", 31, "{'type':'CancelRequested','by':'ann','reason':'r'}");
    }

    @Test
    @DisplayName("I8 I13 complete-by follows the definition, nothing counts after it, and no timer is early")
    void times() {
        Journal.started(TRIP, ready("hotel", "FORWARD", "")).wrong("I8", 1, started("hotel", "FORWARD", 1, 60));
        hotelStarted().wrong("I8", 61, completed("hotel", 1, "7"), ready("flight", "FORWARD", ",'input':{'room':7}"));
        hotelStarted()
                .wrong(
                        "I13",
                        59,
                        failed("hotel", "FORWARD", 1, failure("SILENT", "COMPLETE_BY_PASSED", true)),
                        waiting("hotel", "FORWARD", 60, "BACKOFF"));
        flightStarted()
                .wrong(
                        "I13",
                        19,
                        failed("flight", "FORWARD", 1, failure("SILENT", "HEARTBEAT_MISSED", true)),
                        ready("flight", "PROBE", ""));
        hotelStarted()
                .right(
                        5,
                        failed("hotel", "FORWARD", 1, failure("TRANSIENT", "T", true)),
                        waiting("hotel", "FORWARD", 6, "BACKOFF"))
                .wrong("I13", 5.5, event("StepResumed", "hotel", "'purpose':'FORWARD'"));
        flightStarted().wrong("I13", 3599, undoing(failure("SILENT", "EXECUTION_TIMED_OUT", false)));
        flightStarted().right(3600, undoing(failure("SILENT", "EXECUTION_TIMED_OUT", false)));
        flightStarted().wrong("R35", 9, completed("flight", 1, "8"));
    }

    @Test
    @DisplayName("I16 waits within their bounds, attempts up to the maximum, then onExhausted")
    void budgets() {
        String failed = failed("hotel", "FORWARD", 1, failure("TRANSIENT", "T", true));
        hotelStarted().wrong("I4", 5, failed, waiting("hotel", "FORWARD", 6.01, "BACKOFF"));
        hotelStarted().wrong("I4", 5, failed, waiting("hotel", "FORWARD", 6, "PAUSE"));
        hotelStarted()
                .wrong(
                        "I4",
                        5,
                        failed,
                        event("StepFailed", "hotel", failure("TRANSIENT", "T", true) + ",'continued':true"));
        hotelStarted().wrong("I11", 5, failed);
        Journal last = hotelStarted()
                .right(5, failed, event("StepResumed", "hotel", "'purpose':'FORWARD'"))
                .right(5, started("hotel", "FORWARD", 2, 65));
        last.wrong(
                "I4",
                6,
                failed("hotel", "FORWARD", 2, failure("TRANSIENT", "T", true)),
                event("StepResumed", "hotel", "'purpose':'FORWARD'"));
        hotelStarted()
                .wrong(
                        "I4",
                        5,
                        event("StepFailed", "hotel", BUSINESS + ",'continued':false"),
                        undoing(BUSINESS),
                        CLOSED);
    }

    @Test
    @DisplayName("V5 a silent step is probed, and the answer counts")
    void probes() {
        String silent = failed("flight", "FORWARD", 1, failure("SILENT", "COMPLETE_BY_PASSED", true));
        flightStarted().wrong("I4", 70, silent, waiting("flight", "FORWARD", 71, "BACKOFF"));
        Journal asked =
                flightStarted().right(70, silent, ready("flight", "PROBE", ""), started("flight", "PROBE", 1, 100));
        asked.wrong(
                "I4",
                71,
                event("ProbeAnswered", "flight", "'attempt':1,'answer':'DONE','output':8"),
                completed("flight", 1, "9"),
                "{'type':'ExecutionCompleted','output':{'hotel':7,'flight':9}}");
        Journal notDone =
                flightStarted().right(70, silent, ready("flight", "PROBE", ""), started("flight", "PROBE", 1, 100));
        notDone.right(
                71,
                event("ProbeAnswered", "flight", "'attempt':1,'answer':'NOT_DONE'"),
                waiting("flight", "FORWARD", 71.7, "BACKOFF"));
        notDone.wrong("I4", 72, ready("flight", "PROBE", ""));
    }

    @Test
    @DisplayName("V5 an unknown outcome follows onUnknown, and a step with a probe is probed before the end")
    void unknownOutcomes() {
        String definition = """
                workflow: transfer
                steps:
                  a:
                    action: a.do
                    completeBy: 1m
                    retry: { maxAttempts: 3, backoff: 1s }
                    %s
                    onUnknown: escalate
                    onExhausted: continue
                """;
        String doubt = failure("TRANSIENT", "T", true);
        String failed = failed("a", "FORWARD", 1, doubt);
        String escalated = event("StepEscalated", "a", "'purpose':'FORWARD'," + doubt);
        String resumed = event("StepResumed", "a", "'purpose':'FORWARD'");
        String continued = event("StepFailed", "a", BUSINESS + ",'continued':true");
        String completed = "{'type':'ExecutionCompleted','output':{}}";

        String unasked = definition.formatted("");
        transferStarted(unasked).right(1, failed, escalated);
        transferStarted(unasked).wrong("I4", 1, failed, resumed);
        String retried = event("StepRetried", "a", "'purpose':'FORWARD','by':'ann'");
        transferStarted(unasked)
                .right(1, failed, escalated)
                .right(2, retried, started("a", "FORWARD", 2, 62))
                .wrong("I4", 3, failed("a", "FORWARD", 2, BUSINESS), continued, completed);

        String asked = definition.formatted("probe: { action: a.ask, completeBy: 30s }");
        transferStarted(asked).wrong("I4", 1, failed, escalated);
        transferStarted(asked).wrong("I4", 1, failed, resumed);
        String probed = ready("a", "PROBE", "");
        String unknown = event("ProbeAnswered", "a", "'attempt':1,'answer':'UNKNOWN'");
        transferStarted(asked)
                .right(1, failed, probed, started("a", "PROBE", 1, 31))
                .right(2, unknown, escalated);
        transferStarted(asked)
                .right(1, failed, probed, started("a", "PROBE", 1, 31))
                .wrong("I4", 2, unknown, resumed);
    }

    private static Journal transferStarted(String definition) {
        return Journal.started(definition, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60));
    }

    @Test
    @DisplayName("I10 F54 all steps that were or may have been done are undone, the last first, after open attempts")
    void undoingOrder() {
        flightStarted()
                .right(
                        20,
                        "{'type':'CancelRequested','by':'ann','reason':'r'}",
                        undoing(failure("BUSINESS", "CANCELLED", false)))
                .wrong("I10", 21, CLOSED);
        undoingFlight().wrong("I10", 31, ready("hotel", "COMPENSATION", ""));
        undoingFlight().wrong("I10", 31, "{'type':'ExecutionCancelled','reason':'r'}");
        Journal forgotten = undoingFlight().right(31, started("flight", "COMPENSATION", 1, 331));
        forgotten.wrong("I11", 32, compensated("flight", 1));
        Journal withdrawn = hotelStarted()
                .right(
                        5,
                        failed("hotel", "FORWARD", 1, failure("TRANSIENT", "T", true)),
                        waiting("hotel", "FORWARD", 6, "BACKOFF"));
        withdrawn.wrong(
                "I4",
                5.5,
                "{'type':'CancelRequested','by':'ann','reason':'r'}",
                undoing(failure("BUSINESS", "CANCELLED", false)),
                event("StepSkipped", "hotel", "'reason':'WITHDRAWN'"),
                CLOSED,
                "{'type':'ExecutionCancelled','reason':'r'}");
    }

    @Test
    @DisplayName("S3 conditions, joins and inputs follow the definition, and no ready step is forgotten")
    void graph() {
        String definition = """
                workflow: choice
                steps:
                  a: { action: a.do, when: "${ input.n > 1 }" }
                  b: { action: b.do, when: "${ input.n = 1 }" }
                  c: { after: [a], action: c.do }
                  d: { after: [a, b], join: any, action: d.do, input: { b: "${ steps.b.output }" }, onExhausted: escalate }
                finally:
                  f: { action: f.do, input: "${ outcome }" }
                """;
        String aSkipped = event("StepSkipped", "a", "'reason':'CONDITION'");
        String cSkipped = event("StepSkipped", "c", "'reason':'PREDECESSORS'");
        String bReady = ready("b", "FORWARD", "");
        assertThat(first(definition, ready("a", "FORWARD", ""), bReady)).isNotEmpty();
        assertThat(first(definition, aSkipped, bReady)).isNotEmpty();
        assertThat(first(definition, aSkipped, cSkipped)).isNotEmpty();
        Journal journal = Journal.started(definition, aSkipped, bReady, cSkipped);
        journal.right(0, started("b", "FORWARD", 1, 300));
        journal.right(
                1, completed("b", 1, "2"), ready("d", "FORWARD", ",'input':{'b':2}"), started("d", "FORWARD", 1, 301));
        journal.right(
                2, failed("d", "FORWARD", 1, BUSINESS), event("StepEscalated", "d", "'purpose':'FORWARD'," + BUSINESS));
        assertThat(journal.oracle.status()).isEqualTo("ESCALATED");
        assertThat(journal.oracle.atEnd()).isEmpty();
        journal.right(
                9,
                event("StepResolved", "d", "'output':5,'by':'ann'"),
                "{'type':'FinallyStarted','outcome':'COMPLETED','output':{'b':2,'d':5}}",
                ready("f", "FORWARD", ",'input':'completed'"));
        journal.right(9, started("f", "FORWARD", 1, 309));
        journal.wrong("I3", 10, completed("f", 1, "0"), "{'type':'ExecutionCompleted','output':{'b':2}}");
    }

    @Test
    @DisplayName("operators act only on steps that need a person")
    void operators() {
        flightStarted().wrong("I4", 11, event("StepResolved", "flight", "'output':5,'by':'ann'"));
        flightStarted().wrong("I4", 11, event("StepSkipped", "flight", "'reason':'OPERATOR','by':'ann'"));
        flightStarted().wrong("I4", 11, event("StepRetried", "flight", "'purpose':'FORWARD','by':'ann'"));
        undoingFlight().wrong("I4", 31, event("StepCompensated", "flight", "'attempt':0,'by':'ann'"));
    }

    @Test
    @DisplayName("an unreadable journal is a breach")
    void unreadable() {
        assertThat(new Journal(TRIP).add(0, "{'type':'ExecutionStarted'}")).isNotEmpty();
        assertThat(new Journal(TRIP).oracle.accept("nonsense", Journal.START)).isNotEmpty();
        hotelStarted().wrong("I4", 1, event("StepSleeps", "hotel", ""));
    }

    private static List<String> first(String definition, String... events) {
        Definition workflow = DefinitionReader.parse(definition);
        String[] all = new String[events.length + 1];
        all[0] =
                "{'type':'ExecutionStarted','workflow':'%s','version':1,'namespace':'default','input':{'n':1},'seed':'1'}"
                        .formatted(workflow.name());
        System.arraycopy(events, 0, all, 1, events.length);
        return new Journal(definition).add(0, all);
    }

    private static final String DEFAULTS = "onExhausted: escalate, retry: { maxAttempts: 1 }, completeBy: 60s";

    @Test
    @DisplayName("S7 items begin in order, up to the concurrency, and their outputs are in order")
    void items() {
        String definition =
                "workflow: w\nsteps: { a: { action: do.a, forEach: [7, 8], concurrency: 1, %s } }".formatted(DEFAULTS);
        String begun = "{'type':'ItemsStarted','step':'a','items':[7,8]}";
        String first = started("a[0]", "FORWARD", 1, 60);

        Journal.started(definition, begun, ready("a[0]", "FORWARD", ""), first)
                .wrong("I7", 1, ready("a[1]", "FORWARD", ""));
        Journal.started(definition, begun, ready("a[0]", "FORWARD", ""), first)
                .right(1, completed("a[0]", 1, "1"), ready("a[1]", "FORWARD", ""), started("a[1]", "FORWARD", 1, 61))
                .wrong("I4", 2, completed("a[1]", 1, "2"), completed("a", 0, "[2,1]"));
        Journal.started(definition, begun, ready("a[0]", "FORWARD", ""), first)
                .wrong("I11", 1, completed("a[0]", 1, "1"));
    }

    @Test
    @DisplayName("S7 an early signal is consumed at once, and each signal once")
    void signals() {
        String definition =
                "workflow: w\nsteps: { a: { wait: 5s }, b: { after: [a], await: go }, c: { after: [a], await: go } }";
        String go = "{'type':'SignalReceived','signal':'go','id':'1','data':1,'by':'ann'}";
        String taken = event("SignalTaken", "b", "'signal':'go'");
        String never = event(
                "StepWaiting", "c", "'purpose':'FORWARD','until':'9999-12-31T23:59:59.999999Z','reason':'SIGNAL'");

        Journal early =
                Journal.started(definition, waiting("a", "FORWARD", 5, "TIMER")).right(1, go);
        early.right(5, completed("a", 0, "null"), taken, completed("b", 0, "1"), never);
        Journal lost =
                Journal.started(definition, waiting("a", "FORWARD", 5, "TIMER")).right(1, go);
        lost.wrong("I4", 5, completed("a", 0, "null"), never.replace("'c'", "'b'"));
        Journal twice =
                Journal.started(definition, waiting("a", "FORWARD", 5, "TIMER")).right(1, go);
        twice.wrong(
                "I5",
                5,
                completed("a", 0, "null"),
                taken,
                completed("b", 0, "1"),
                taken.replace("'b'", "'c'"),
                completed("c", 0, "1"));
        Journal again =
                Journal.started(definition, waiting("a", "FORWARD", 5, "TIMER")).right(1, go);
        again.wrong("I5", 2, go);
    }

    @Test
    @DisplayName("S7 a switch takes one case, and a step repeats until its condition holds")
    void choicesAndRounds() {
        String choice =
                "workflow: w\nsteps: { a: { switch: { x: '${ input.n = 1 }', y: otherwise } }, b: { after: [a.x], wait: 5s }, c: { after: [a.y], wait: 5s } }";
        String chosen = completed("a", 0, "'x'");
        String left = event("StepSkipped", "c", "'reason':'PREDECESSORS'");
        Journal.started(choice, chosen, waiting("b", "FORWARD", 5, "TIMER"), left);
        new Journal(choice)
                .wrong(
                        "I4",
                        0,
                        "{'type':'ExecutionStarted','workflow':'w','version':1,'namespace':'default','input':{'n':1},'seed':'1'}",
                        chosen,
                        waiting("b", "FORWARD", 5, "TIMER"),
                        waiting("c", "FORWARD", 5, "TIMER"));

        String repeat =
                "workflow: w\nsteps: { a: { action: do.a, repeat: { until: '${ output > 1 }', delay: 2s }, %s } }"
                        .formatted(DEFAULTS);
        String round = event("RoundEnded", "a", "'attempt':1,'output':1");
        Journal.started(repeat, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60))
                .right(1, round, waiting("a", "FORWARD", 3, "ROUND"))
                .wrong("I13", 2, ready("a", "FORWARD", ""));
        Journal.started(repeat, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60))
                .wrong("I4", 1, completed("a", 1, "1"));
    }
}
