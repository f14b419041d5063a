package dev.reeve.benchmark.soak;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Start;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A kind of work in the mixed load: the workflow, the actions of its caller, and the required end. */
enum SoakKind {
    /** Three steps, started with a key. */
    CHAIN(36, ExecutionStatus.COMPLETED, """
            workflow: soak_chain
            steps:
              one: { action: soak.work }
              two: { after: [one], action: soak.work, input: { n: "${ steps.one.output.n }" } }
              three: { after: [two], action: soak.work, input: { n: "${ steps.two.output.n }" } }
            output: { n: "${ steps.three.output.n }" }
            """),
    /** Four parallel branches with a join. */
    PARALLEL(12, ExecutionStatus.COMPLETED, """
            workflow: soak_parallel
            steps:
              north: { action: soak.work }
              east: { action: soak.slow }
              south: { action: soak.work }
              west: { action: soak.work }
              meet: { after: [north, east, south, west], action: soak.work, input: { n: "${ steps.south.output.n }" } }
            output: { n: "${ steps.meet.output.n }" }
            """),
    /** One child, and then three in parallel. */
    PARENT(6, ExecutionStatus.COMPLETED, """
            workflow: soak_parent
            steps:
              first: { workflow: soak_child, input: { n: "${ input.n }" } }
              others: { after: [first], forEach: [1, 2, 3], workflow: soak_child, input: { n: "${ input.n }" } }
              last: { after: [others], action: soak.work, input: { n: "${ steps.first.output.n }" } }
            output: { n: "${ steps.last.output.n }" }
            """),
    /** Waits for two seconds, in memory. */
    TIMER(6, ExecutionStatus.COMPLETED, """
            workflow: soak_timer
            steps:
              rest: { wait: 2s }
              work: { after: [rest], action: soak.work }
            output: { n: "${ steps.work.output.n }" }
            """),
    /** Waits long enough to leave memory. */
    SLEEPER(2, ExecutionStatus.COMPLETED, """
            workflow: soak_sleeper
            steps:
              rest: { wait: 45s }
              work: { after: [rest], action: soak.work }
            output: { n: "${ steps.work.output.n }" }
            """),
    /** Begins five seconds after its start. */
    LATER(2, ExecutionStatus.COMPLETED, """
            workflow: soak_later
            steps:
              work: { action: soak.work }
            output: { n: "${ steps.work.output.n }" }
            """),
    /** Waits for a signal, which arrives a second later. */
    SIGNAL(8, ExecutionStatus.COMPLETED, """
            workflow: soak_signal
            steps:
              approval: { await: { signal: approval, timeout: 1h } }
              work: { after: [approval], action: soak.work, input: { n: "${ steps.approval.output.n }" } }
            output: { n: "${ steps.work.output.n }" }
            """),
    /** In one of twenty, two attempts fail and the third one succeeds. */
    RETRY(8, ExecutionStatus.COMPLETED, """
            workflow: soak_retry
            steps:
              work: { action: soak.flaky, retry: { maxAttempts: 5, backoff: 100ms } }
            output: { n: "${ steps.work.output.n }" }
            """),
    /** Fails in its third step, and is compensated. */
    UNDONE(8, ExecutionStatus.COMPENSATED, """
            workflow: soak_undone
            steps:
              one: { action: soak.work, compensate: soak.undo }
              two: { after: [one], action: soak.work, compensate: soak.undo }
              three: { after: [two], action: soak.refused }
            """),
    /** Fails with nothing to undo. */
    FAILED(4, ExecutionStatus.FAILED, """
            workflow: soak_failed
            steps:
              work: { action: soak.refused }
            """),
    /** Is cancelled after two seconds. */
    CANCELLED(4, ExecutionStatus.CANCELLED, """
            workflow: soak_cancelled
            steps:
              work: { action: soak.work, compensate: soak.undo }
              rest: { after: [work], wait: 1h }
            """),
    /** Carries a payload of 40,000 characters. */
    LARGE(1, ExecutionStatus.COMPLETED, """
            workflow: soak_large
            steps:
              one: { action: soak.echo }
              two: { after: [one], action: soak.echo, input: { n: "${ steps.one.output.n }", text: "${ steps.one.output.text }" } }
            output: { n: "${ steps.two.output.n }", length: "${ $length(steps.two.output.text) }" }
            """),
    /** Three items of a list, and two rounds of a step. */
    LOOPS(3, ExecutionStatus.COMPLETED, """
            workflow: soak_loops
            steps:
              items: { forEach: [1, 2, 3], action: soak.work, input: { n: "${ input.n }" } }
              rounds:
                after: [items]
                action: soak.work
                input: { n: "${ input.n }" }
                repeat: { until: "${ round = 2 }", delay: 100ms }
            output: { n: "${ steps.rounds.output.n }" }
            """);

    /** The workflow of children and of the schedule. The load does not start it directly. */
    static final String CHILD = "soak_child";

    static final int CHILDREN_OF_PARENT = 4;
    static final String TICK = "soak_tick";

    private static final int LARGE_LENGTH = 40_000;
    private static final String LARGE_TEXT =
            "Lindenstr. 7, 10969 Berlin; ".repeat(LARGE_LENGTH / 28 + 1).substring(0, LARGE_LENGTH);

    private static final int SHARES = 100;

    /** Coprime to the number of shares, so that neighbours are of different kinds. */
    private static final int STRIDE = 37;

    private static final List<SoakKind> BY_SHARE = byShare();

    private final int share;
    private final ExecutionStatus end;
    private final String definition;

    SoakKind(int share, ExecutionStatus end, String definition) {
        this.share = share;
        this.end = end;
        this.definition = definition;
    }

    private static List<SoakKind> byShare() {
        List<SoakKind> kinds = new ArrayList<>();
        for (SoakKind kind : values()) {
            for (int i = 0; i < kind.share; i++) {
                kinds.add(kind);
            }
        }
        if (kinds.size() != SHARES) {
            throw new IllegalStateException("the shares of all kinds are %d of %d".formatted(kinds.size(), SHARES));
        }
        return List.copyOf(kinds);
    }

    static SoakKind of(long number) {
        return BY_SHARE.get((int) (number * STRIDE % SHARES));
    }

    /** All definitions, children first. */
    static List<Definition> workflows() {
        return Stream.concat(
                        Stream.of(single(CHILD), single(TICK)),
                        Arrays.stream(values()).map(kind -> DefinitionReader.parse(kind.definition)))
                .toList();
    }

    private static Definition single(String name) {
        return DefinitionReader.parse("""
                workflow: %s
                steps:
                  work: { action: soak.work }
                output: { n: "${ steps.work.output.n }" }
                """.formatted(name));
    }

    String workflow() {
        return "soak_" + name().toLowerCase(Locale.ROOT);
    }

    /** The required end. */
    ExecutionStatus end() {
        return end;
    }

    Json input(long number) {
        return new Json(
                this == LARGE
                        ? "{\"n\":%d,\"text\":\"%s\"}".formatted(number, LARGE_TEXT)
                        : "{\"n\":%d}".formatted(number));
    }

    /** The required output of a completed execution. */
    Json output(long number) {
        return new Json(
                this == LARGE
                        ? "{\"n\":%d,\"length\":%d}".formatted(number, LARGE_LENGTH)
                        : "{\"n\":%d}".formatted(number));
    }

    Start how(long number) {
        return switch (this) {
            case CHAIN -> Start.key("soak-" + number).label("kind", "chain");
            case LATER -> Start.plain().after(Duration.ofSeconds(5));
            case PARALLEL, PARENT, TIMER, SLEEPER, SIGNAL, RETRY, UNDONE, FAILED, CANCELLED, LARGE, LOOPS ->
                Start.plain();
        };
    }
}
