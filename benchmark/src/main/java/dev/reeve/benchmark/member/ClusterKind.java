package dev.reeve.benchmark.member;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.DefinitionFormat;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A kind of execution in the load of a cluster, and the end that is required of it. */
public enum ClusterKind {
    /** Three steps that could be undone. */
    CHAIN(ExecutionStatus.COMPLETED, """
            workflow: cluster_chain
            steps:
              step1: { action: cluster.work, %1$s, compensate: { action: cluster.undo, %1$s } }
              step2: { after: [step1], action: cluster.work, %1$s, compensate: { action: cluster.undo, %1$s } }
              step3: { after: [step2], action: cluster.work, %1$s }
            output: { n: "${ steps.step3.output.n }" }
            """),
    /** Two steps that are undone because the third one fails. */
    UNDONE(ExecutionStatus.COMPENSATED, """
            workflow: cluster_undone
            steps:
              step1: { action: cluster.work, %1$s, compensate: { action: cluster.undo, %1$s } }
              step2: { after: [step1], action: cluster.work, %1$s, compensate: { action: cluster.undo, %1$s } }
              step3: { after: [step2], action: cluster.refuse, %1$s }
            """),
    /** Waits for a signal between two steps. */
    SIGNAL(ExecutionStatus.COMPLETED, """
            workflow: cluster_signal
            steps:
              step1: { action: cluster.work, %1$s }
              approval: { after: [step1], await: { signal: approval, timeout: 1h } }
              step3: { after: [approval], action: cluster.work, input: { n: "${ steps.approval.output.n }" }, %1$s }
            output: { n: "${ steps.step3.output.n }" }
            """),
    /** Writes a row in the transaction of its second step. */
    BOOKED(ExecutionStatus.COMPLETED, """
            workflow: cluster_booked
            steps:
              step1: { action: cluster.work, %1$s }
              step2: { after: [step1], action: cluster.book, transactional: true, %1$s }
              step3: { after: [step2], action: cluster.work, input: { n: "${ steps.step2.output.n }" }, %1$s }
            output: { n: "${ steps.step3.output.n }" }
            """),
    /**
     * Writes a row in the transaction of its second step, and another one when that step is undone. The third step
     * rolls its row and its output back, and fails.
     */
    UNBOOKED(ExecutionStatus.COMPENSATED, """
            workflow: cluster_unbooked
            steps:
              step1: { action: cluster.work, %1$s, compensate: { action: cluster.undo, %1$s } }
              step2: { after: [step1], action: cluster.book, transactional: true, %1$s,
                       compensate: { action: cluster.book, transactional: true, %1$s } }
              step3: { after: [step2], action: cluster.withdraw, transactional: true, %1$s }
            """),
    /** Computes a value between two steps: a word of the language that the newest format of the store has. */
    COMPUTED(ExecutionStatus.COMPLETED, """
            workflow: cluster_computed
            steps:
              step1: { action: cluster.work, %1$s }
              twice: { after: [step1], value: { n: "${ steps.step1.output.n * 2 }" } }
              step3: { after: [twice], action: cluster.work, input: { n: "${ steps.twice.output.n }" }, %1$s }
            output: { n: "${ steps.step3.output.n }" }
            """);

    static final String WORK = "cluster.work";
    static final String UNDO = "cluster.undo";
    static final String REFUSE = "cluster.refuse";
    static final String BOOK = "cluster.book";
    static final String WITHDRAW = "cluster.withdraw";
    public static final String APPROVAL = "approval";

    /** A step loses an attempt with each fault. No run has as many faults. */
    private static final String PATIENT =
            "completeBy: 20s, retry: { maxAttempts: 100, backoff: 50ms, maxBackoff: 500ms }";

    private static final int SHARES = 10;

    private final ExecutionStatus end;
    private final String definition;

    ClusterKind(ExecutionStatus end, String definition) {
        this.end = end;
        this.definition = definition;
    }

    /**
     * The kind of the execution with this number: one in ten is undone, two in ten wait for a signal, one in four has
     * transactional steps, and one in twenty computes a value. The latter two have no key: a process of an older
     * release, which starts another kind under the same number, would start them again.
     *
     * @param plain whether it is a kind that older releases know
     */
    static ClusterKind of(int number, boolean plain) {
        ClusterKind other = plain || number % 2 == 0 ? CHAIN : null;
        return switch (number / 2 % SHARES) {
            case 0 -> UNDONE;
            case 1, 2 -> SIGNAL;
            case 3, 4, 5 -> other == null ? BOOKED : other;
            case 6, 7 -> other == null ? UNBOOKED : other;
            case 8 -> other == null ? COMPUTED : other;
            default -> CHAIN;
        };
    }

    /**
     * Whether the start of the execution with this number has a key: every second one, and each one that needs a
     * signal. If its starter is killed, the next one finds it by its key.
     */
    static boolean hasKey(int number) {
        return number % 2 == 0 || of(number, true) == SIGNAL;
    }

    public static ClusterKind of(String workflow) {
        return Arrays.stream(values())
                .filter(kind -> kind.workflow().equals(workflow))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(workflow));
    }

    /**
     * The definitions, that with the newest format first: if it is refused, nothing is stored.
     *
     * @param plain whether of the kinds that older releases know
     */
    static List<Definition> workflows(boolean plain) {
        return Arrays.stream(values())
                .map(kind -> DefinitionReader.parse(kind.definition.formatted(PATIENT)))
                .filter(definition -> !plain || (definition.format() == DefinitionFormat.FIRST))
                .sorted(Comparator.comparingInt(Definition::format).reversed())
                .toList();
    }

    public String workflow() {
        return "cluster_" + name().toLowerCase(Locale.ROOT);
    }

    /** Whether this step, undone if it is negative, writes its row and its output in one transaction. */
    public boolean isTransactional(int step) {
        return switch (this) {
            case BOOKED -> step == 2;
            case UNBOOKED -> Math.abs(step) == 2 || step == 3;
            case CHAIN, UNDONE, SIGNAL, COMPUTED -> false;
        };
    }

    /** The required end. */
    public ExecutionStatus end() {
        return end;
    }
}
