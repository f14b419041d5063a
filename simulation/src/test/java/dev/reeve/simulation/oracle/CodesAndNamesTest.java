package dev.reeve.simulation.oracle;

import static dev.reeve.simulation.oracle.Journal.CLOSED;
import static dev.reeve.simulation.oracle.Journal.completed;
import static dev.reeve.simulation.oracle.Journal.event;
import static dev.reeve.simulation.oracle.Journal.failed;
import static dev.reeve.simulation.oracle.Journal.failure;
import static dev.reeve.simulation.oracle.Journal.ready;
import static dev.reeve.simulation.oracle.Journal.started;
import static dev.reeve.simulation.oracle.Journal.undoing;
import static dev.reeve.simulation.oracle.Journal.waiting;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Journals about errors as data and computed names: right ones, and for each rule one that breaks it. */
class CodesAndNamesTest {

    private static final String NO = failure("BUSINESS", "NO", false);

    private static final String BUSY = failure("TRANSIENT", "BUSY", false);

    private static final String RESUMED = event("StepResumed", "a", "'purpose':'FORWARD'");

    private static final String DONE_WITHOUT = "{'type':'ExecutionCompleted','output':{}}";

    /** A step whose first attempt is under way. */
    private static Journal begun(String keys) {
        return Journal.started(
                "workflow: w\nsteps: { a: { action: do.a, completeBy: 1m, %s } }".formatted(keys),
                ready("a", "FORWARD", ""),
                started("a", "FORWARD", 1, 60));
    }

    private static String attemptFailed(int attempt, String failure) {
        return failed("a", "FORWARD", attempt, failure);
    }

    private static String stepFailed(String failure, boolean continued) {
        return event("StepFailed", "a", failure + ",'continued':" + continued);
    }

    private static String escalated(String failure) {
        return event("StepEscalated", "a", "'purpose':'FORWARD'," + failure);
    }

    @Test
    @DisplayName("S7 onExhausted decides by the code, and otherwise as it says")
    void decisionsByCode() {
        String keys = "onExhausted: { NO: continue, OUT: compensate, otherwise: escalate }, retry: { maxAttempts: 1 }";
        String out = failure("BUSINESS", "OUT", false);
        begun(keys).right(1, attemptFailed(1, NO), stepFailed(NO, true), DONE_WITHOUT);
        begun(keys).wrong("I4", 1, attemptFailed(1, NO), escalated(NO));
        begun(keys).wrong("I4", 1, attemptFailed(1, NO), stepFailed(NO, false), undoing(NO), CLOSED);
        begun(keys)
                .right(
                        1,
                        attemptFailed(1, out),
                        stepFailed(out, false),
                        undoing(out),
                        CLOSED,
                        "{'type':'ExecutionFailed'," + out + "}");
        begun(keys).right(1, attemptFailed(1, BUSY), escalated(BUSY));
        begun(keys).wrong("I4", 1, attemptFailed(1, BUSY), stepFailed(BUSY, true), DONE_WITHOUT);
    }

    @Test
    @DisplayName("I16 a code with a decision of its own has no further rounds")
    void noRoundsForCodes() {
        String keys =
                "onExhausted: { BUSY: continue, otherwise: { pause: 1h, then: escalate } }, retry: { maxAttempts: 1 }";
        String other = failure("TRANSIENT", "OTHER", false);
        begun(keys).right(1, attemptFailed(1, BUSY), stepFailed(BUSY, true), DONE_WITHOUT);
        begun(keys).wrong("I4", 1, attemptFailed(1, BUSY), waiting("a", "FORWARD", 3601, "PAUSE"));
        begun(keys).right(1, attemptFailed(1, other), waiting("a", "FORWARD", 3601, "PAUSE"));
        begun(keys).wrong("I4", 1, attemptFailed(1, other), escalated(other));
    }

    @Test
    @DisplayName("I16 retry.on and retry.never decide by the code, and never is stronger")
    void retriesByCode() {
        String on = "onExhausted: escalate, retry: { maxAttempts: 2, backoff: 0s, on: [NO] }";
        begun(on)
                .right(1, attemptFailed(1, NO), RESUMED, started("a", "FORWARD", 2, 61))
                .right(2, attemptFailed(2, NO), escalated(NO));
        begun(on).wrong("I4", 1, attemptFailed(1, NO), escalated(NO));
        begun(on).right(1, attemptFailed(1, BUSY), escalated(BUSY));
        begun(on).wrong("I4", 1, attemptFailed(1, BUSY), RESUMED);

        String never = "onExhausted: escalate, retry: { maxAttempts: 2, backoff: 0s, never: [BUSY] }";
        String other = failure("TRANSIENT", "OTHER", false);
        begun(never).right(1, attemptFailed(1, BUSY), escalated(BUSY));
        begun(never).wrong("I4", 1, attemptFailed(1, BUSY), RESUMED);
        begun(never).right(1, attemptFailed(1, other), RESUMED);
        begun(never).right(1, attemptFailed(1, NO), escalated(NO));
    }

    @Test
    @DisplayName("I16 of a lost attempt only retry.never names the code")
    void lostAttempts() {
        String lost = failure("LOST", "AGENT_LOST", true);
        String on = "onExhausted: escalate, retry: { maxAttempts: 2, on: [NO] }";
        begun(on).right(1, attemptFailed(1, lost), RESUMED);
        begun(on).wrong("I4", 1, attemptFailed(1, lost), escalated(lost));
        String never = "onExhausted: escalate, retry: { maxAttempts: 2, never: [AGENT_LOST] }";
        begun(never).right(1, attemptFailed(1, lost), escalated(lost));
        begun(never).wrong("I4", 1, attemptFailed(1, lost), RESUMED);
    }

    private static final String READS = """
            workflow: w
            steps:
              a: { action: do.a, completeBy: 1m, retry: { maxAttempts: 1 }, onExhausted: continue }
              b: { after: [a], value: "${ steps.a.error }" }
            output: 1
            """;

    @Test
    @DisplayName("S7 expressions read the error of a failed step; a step that did not fail has none")
    void errorsInExpressions() {
        String detailed = NO.replace("'message'", "'details':{'left':2},'message'");
        String read = "{'code':'NO','message':'m','cause':'BUSINESS','details':{'left':2}}";
        String completed = "{'type':'ExecutionCompleted','output':1}";
        reads().right(1, attemptFailed(1, detailed), stepFailed(detailed, true), completed("b", 0, read), completed);
        reads().wrong(
                        "I4",
                        1,
                        attemptFailed(1, detailed),
                        stepFailed(detailed, true),
                        completed("b", 0, read.replace("NO", "YES")),
                        completed);
        reads().wrong(
                        "I4",
                        1,
                        attemptFailed(1, detailed),
                        stepFailed(detailed, true),
                        completed("b", 0, read.replace("{'left':2}", "null")),
                        completed);
        reads().right(1, completed("a", 1, "7"), completed("b", 0, "null"), completed);
        reads().wrong("I4", 1, completed("a", 1, "7"), completed("b", 0, read), completed);
    }

    private static Journal reads() {
        return Journal.started(READS, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60));
    }

    @Test
    @DisplayName("S7 finally reads the error that ended the execution, with the step that failed")
    void errorOfTheExecution() {
        String definition = """
                workflow: w
                steps:
                  a: { action: do.a, completeBy: 1m, retry: { maxAttempts: 1 } }
                finally:
                  f: { value: { code: "${ execution.error.code }", step: "${ execution.error.step }" } }
                """;
        failing(definition).right(1, ending("{'code':'NO','step':'a'}"));
        failing(definition).wrong("I4", 1, ending("{'code':'NO','step':null}"));
        failing(definition).wrong("I4", 1, ending("{'code':null,'step':'a'}"));
    }

    private static Journal failing(String definition) {
        return Journal.started(definition, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60));
    }

    /** The step fails, which ends the execution. */
    private static String[] ending(String computed) {
        return new String[] {
            attemptFailed(1, NO),
            stepFailed(NO, false),
            undoing(NO),
            CLOSED,
            "{'type':'FinallyStarted','outcome':'FAILED'}",
            completed("f", 0, computed),
            "{'type':'ExecutionFailed'," + NO + "}"
        };
    }

    @Test
    @DisplayName("S7 the code with which a child ended decides, unless that of its parent's step does")
    void codesOfChildren() {
        String keys = "onExhausted: { NO: continue, CHILD_CANCELLED: compensate, otherwise: escalate }";
        String cancelled = ofChild("CHILD_CANCELLED", "NO");
        child(keys)
                .right(
                        1,
                        attemptFailed(1, ofChild("CHILD_FAILED", "NO")),
                        stepFailed(ofChild("CHILD_FAILED", "NO"), true),
                        DONE_WITHOUT);
        child(keys)
                .wrong(
                        "I4",
                        1,
                        attemptFailed(1, ofChild("CHILD_FAILED", "NO")),
                        escalated(ofChild("CHILD_FAILED", "NO")));
        child(keys)
                .right(
                        1,
                        attemptFailed(1, ofChild("CHILD_FAILED", "OTHER")),
                        escalated(ofChild("CHILD_FAILED", "OTHER")));
        child(keys).wrong("I4", 1, attemptFailed(1, cancelled), stepFailed(cancelled, true), DONE_WITHOUT);
        child(keys)
                .right(
                        1,
                        attemptFailed(1, cancelled),
                        stepFailed(cancelled, false),
                        undoing(cancelled),
                        CLOSED,
                        "{'type':'ExecutionFailed'," + cancelled + "}");
    }

    @Test
    @DisplayName("S7 a parent keeps the error of its child only if its definition uses errors")
    void errorsOfChildren() {
        String with = ofChild("CHILD_FAILED", "NO");
        String without = failure("BUSINESS", "CHILD_FAILED", false);
        child("onExhausted: escalate").right(1, attemptFailed(1, without), escalated(without));
        child("onExhausted: escalate").wrong("S7", 1, attemptFailed(1, with), escalated(with));
        child("onExhausted: { NO: continue, otherwise: escalate }")
                .wrong("S7", 1, attemptFailed(1, without), escalated(without));
    }

    private static Journal child(String keys) {
        return Journal.started(
                "workflow: w\nsteps: { a: { workflow: other, %s } }".formatted(keys),
                ready("a", "FORWARD", ""),
                event(
                        "ChildStarted",
                        "a",
                        "'purpose':'FORWARD','attempt':1,'child':'00000000-0000-7000-8000-000000000002','nonce':'NONCE'"));
    }

    private static String ofChild(String code, String codeOfChild) {
        return failure("BUSINESS", code, false)
                .replace(
                        "'message'",
                        "'details':{'code':'%s','message':'m','cause':'BUSINESS','details':null,'step':'s'},'message'"
                                .formatted(codeOfChild));
    }

    private static final String NAMED =
            "action: \"${ input.n = 1 ? 'bank.do' : 'mail.do' }\", oneOf: [%s], completeBy: 1m, onExhausted: escalate";

    private static final String START =
            "{'type':'ExecutionStarted','workflow':'w','version':1,'namespace':'default','input':{'n':1},'seed':'1'}";

    @Test
    @DisplayName("S7 the journal has the computed name, and only where a name is computed")
    void names() {
        String definition = "workflow: w\nsteps: { a: { %s } }".formatted(NAMED.formatted("bank.do, mail.do"));
        Journal.started(definition, ready("a", "FORWARD", ",'name':'bank.do'"));
        new Journal(definition).wrong("I4", 0, START, ready("a", "FORWARD", ",'name':'mail.do'"));
        new Journal(definition).wrong("I4", 0, START, ready("a", "FORWARD", ""));
        new Journal("workflow: w\nsteps: { a: { action: bank.do } }")
                .wrong("I4", 0, START, ready("a", "FORWARD", ",'name':'bank.do'"));
    }

    @Test
    @DisplayName(
            "S7 a name that oneOf does not list fails the step, and it is computed before an operator edits the step")
    void namesThatAreNotListed() {
        String definition = "workflow: w\nsteps: { a: { %s } }".formatted(NAMED.formatted("mail.do"));
        String unlisted = failure("BUSINESS", "NAME_NOT_LISTED", false);
        Journal.started(definition, escalated(unlisted));
        new Journal(definition).wrong("I4", 0, START, ready("a", "FORWARD", ",'name':'bank.do'"));
        Journal.started(definition, escalated(unlisted))
                .right(1, event("StepRetried", "a", "'purpose':'FORWARD','by':'ann'"), escalated(unlisted));
        Journal.started(definition, escalated(unlisted))
                .wrong("S7", 1, event("StepRetried", "a", "'purpose':'FORWARD','by':'ann','input':{'n':2}"));
    }

    @Test
    @DisplayName("S7 the name of a compensation is computed when the step is undone")
    void namesOfCompensations() {
        String definition = """
                workflow: w
                steps:
                  a:
                    action: bank.do
                    completeBy: 1m
                    compensate: { action: "${ steps.a.output }", oneOf: [bank.undo, mail.undo], completeBy: 1m }
                """;
        String[] cancel = {
            "{'type':'CancelRequested','by':'ann','reason':'r'}", undoing(failure("BUSINESS", "CANCELLED", false)),
        };
        String done = completed("a", 1, "'mail.undo'");
        namedCompensation(definition, cancel).right(2, done, CLOSED, ready("a", "COMPENSATION", ",'name':'mail.undo'"));
        namedCompensation(definition, cancel)
                .wrong("I4", 2, done, CLOSED, ready("a", "COMPENSATION", ",'name':'bank.undo'"));
    }

    private static Journal namedCompensation(String definition, String... cancel) {
        return Journal.started(definition, ready("a", "FORWARD", ""), started("a", "FORWARD", 1, 60))
                .right(1, cancel);
    }

    @Test
    @DisplayName("S9 an execution moves only where the name that it has begun with is listed")
    void moves() {
        String both = "workflow: w\nsteps: { a: { %s } }".formatted(NAMED.formatted("bank.do, mail.do"));
        String one = "workflow: w\nversion: 2\nsteps: { a: { %s } }".formatted(NAMED.formatted("bank.do"));
        String other = "workflow: w\nversion: 2\nsteps: { a: { %s } }".formatted(NAMED.formatted("mail.do"));
        String literal = "workflow: w\nversion: 2\nsteps: { a: { action: bank.do } }";
        String moved = "{'type':'ExecutionMoved','version':2,'by':'ann','why':'w'}";
        String ready = ready("a", "FORWARD", ",'name':'bank.do'");
        Journal.ofVersions(both, one, ready).right(1, moved);
        Journal.ofVersions(both, other, ready).wrong("S9", 1, moved);
        Journal.ofVersions(both, literal, ready).wrong("S9", 1, moved);
    }
}
