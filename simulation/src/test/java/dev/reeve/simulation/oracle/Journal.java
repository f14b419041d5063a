package dev.reeve.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One history: rows at seconds since the start, each judged when it is added. */
final class Journal {
    static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    static final String CLOSED = "{'type':'ForwardClosed'}";

    private static final String ID = "00000000-0000-7000-8000-000000000001";

    final Oracle oracle;
    private int nonce;

    Journal(String definition) {
        this(new Oracle(DefinitionReader.parse(definition), ID));
    }

    private Journal(Oracle oracle) {
        this.oracle = oracle;
    }

    static Journal started(String definition, String... first) {
        return new Journal(definition).begun(definition, first);
    }

    /** An execution that may move to the other version, which is version 2. */
    static Journal ofVersions(String definition, String other, String... first) {
        Definition second = DefinitionReader.parse(other);
        return new Journal(new Oracle(DefinitionReader.parse(definition), number -> second, ID))
                .begun(definition, first);
    }

    private Journal begun(String definition, String... first) {
        String[] events = new String[first.length + 1];
        Definition workflow = DefinitionReader.parse(definition);
        Duration completeBy = workflow.completeBy();
        events[0] =
                "{'type':'ExecutionStarted','workflow':'%s','version':1,'namespace':'default','input':{'n':1},'seed':'1'%s}"
                        .formatted(
                                workflow.name(),
                                completeBy == null ? "" : ",'completeBy':'" + START.plus(completeBy) + "'");
        System.arraycopy(first, 0, events, 1, first.length);
        return right(0, events);
    }

    List<String> add(double seconds, String... events) {
        String json = "[" + String.join(",", events).replace('\'', '"') + "]";
        json = json.replace("NONCE", Integer.toHexString(++nonce));
        return oracle.accept(json, at(seconds));
    }

    Journal right(double seconds, String... events) {
        assertThat(add(seconds, events)).isEmpty();
        return this;
    }

    void wrong(String rule, double seconds, String... events) {
        assertThat(add(seconds, events))
                .as(List.of(events).toString())
                .anyMatch(breach -> breach.startsWith(rule + ":"));
    }

    static Instant at(double seconds) {
        return START.plusNanos((long) (seconds * 1e9));
    }

    static String failure(String cause, String code, boolean possiblyDone) {
        return "'failure':{'cause':'%s','code':'%s','message':'m','possiblyDone':%s}"
                .formatted(cause, code, possiblyDone);
    }

    static String event(String type, String step, String rest) {
        return "{'type':'%s','step':'%s'%s}".formatted(type, step, rest.isEmpty() ? "" : "," + rest);
    }

    static String ready(String step, String purpose, String rest) {
        return event("StepReady", step, "'purpose':'" + purpose + "'" + rest);
    }

    static String started(String step, String purpose, int attempt, double completeBy) {
        return event(
                "StepStarted",
                step,
                "'purpose':'%s','attempt':%d,'agent':'a','completeBy':'%s','nonce':'NONCE'"
                        .formatted(purpose, attempt, at(completeBy)));
    }

    static String completed(String step, int attempt, String output) {
        return event("StepCompleted", step, "'attempt':%d,'output':%s".formatted(attempt, output));
    }

    static String failed(String step, String purpose, int attempt, String failure) {
        return event("AttemptFailed", step, "'purpose':'%s','attempt':%d,%s".formatted(purpose, attempt, failure));
    }

    static String waiting(String step, String purpose, double until, String reason) {
        return event(
                "StepWaiting", step, "'purpose':'%s','until':'%s','reason':'%s'".formatted(purpose, at(until), reason));
    }

    static String undoing(String failure) {
        return "{'type':'CompensationStarted'," + failure + "}";
    }

    static String compensated(String step, int attempt) {
        return event("StepCompensated", step, "'attempt':" + attempt + ",'output':null");
    }
}
