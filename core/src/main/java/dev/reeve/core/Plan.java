package dev.reeve.core;

import dev.reeve.model.Repeat;
import dev.reeve.model.Step;
import dev.reeve.model.Task;
import dev.reeve.model.Workflow;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as decisions need it: steps by number, with their neighbours. Made once per definition and shared by all of
 * its executions. Immutable and thread-safe.
 *
 * <p>Steps are numbered as the author wrote them, those of {@code finally} after the others; this is the <em>plan order</em>.
 */
public final class Plan {

    /** A history may be at least this long, however small the workflow is. */
    static final int HISTORY_MIN = 10_000;

    /** How long a history may be for each step of the workflow. */
    static final int HISTORY_PER_STEP = 100;

    private static final int FEW = 8;

    /** How many events a round of a step with {@code repeat} needs, and some for what goes wrong. */
    private static final int HISTORY_PER_ROUND = 6;

    private final Workflow workflow;
    private final Node[] nodes;
    /** How many of the nodes, from the first, are not in {@code finally}. */
    private final int mainCount;

    private final Map<String, Node> byName;
    private final int[] mainRoots;
    private final int[] finallyRoots;
    private final PersistentVector<StepState> initialSteps;
    private final int historyMax;
    private final int historyPerItem;
    private final boolean hasLimits;

    private Plan(Workflow workflow, PersistentVector.@Nullable Meter meter) {
        this.workflow = workflow;
        this.mainCount = workflow.steps().size();
        this.nodes = new Node[mainCount + workflow.finallySteps().size()];
        addGraph(workflow.steps(), 0, false);
        addGraph(workflow.finallySteps(), mainCount, true);
        this.byName = new LinkedHashMap<>(nodes.length * 2);
        for (Node node : nodes) {
            if (byName.put(node.step.name(), node) != null) {
                throw invalid("two steps are called '%s'".formatted(node.step.name()));
            }
        }
        this.mainRoots = roots(0, mainCount);
        this.finallyRoots = roots(mainCount, nodes.length);
        refuseCycles();
        StepState[] pending = new StepState[nodes.length];
        Map<Integer, StepState> byDegree = new LinkedHashMap<>();
        for (Node node : nodes) {
            pending[node.index] = byDegree.computeIfAbsent(node.predecessors.length, StepState::pending);
        }
        this.initialSteps = PersistentVector.of(pending, meter);
        int history = HISTORY_PER_STEP * nodes.length;
        int perItem = 0;
        boolean limits = false;
        for (Node node : nodes) {
            limits |= node.step.task() instanceof Task.Action action && action.limit() != null;
            history += node.hasItems() ? 0 : rounds(node.step);
            perItem = Math.max(perItem, node.hasItems() ? HISTORY_PER_STEP + rounds(node.step) : 0);
        }
        this.historyMax = Math.max(HISTORY_MIN, history);
        this.historyPerItem = perItem;
        this.hasLimits = limits;
    }

    /**
     * Compiles a workflow.
     *
     * @throws IllegalArgumentException if the graph is not one that validation would have let through
     */
    public static Plan of(Workflow workflow) {
        return new Plan(workflow, null);
    }

    /** As {@link #of}, but counts what its executions do with their steps' states. */
    static Plan metered(Workflow workflow, PersistentVector.Meter meter) {
        return new Plan(workflow, meter);
    }

    public Workflow workflow() {
        return workflow;
    }

    /** Whether any of its steps makes calls that are counted. */
    public boolean hasLimits() {
        return hasLimits;
    }

    public int size() {
        return nodes.length;
    }

    int mainCount() {
        return mainCount;
    }

    int finallyCount() {
        return nodes.length - mainCount;
    }

    Node node(int index) {
        return nodes[index];
    }

    /** Null if there is no such step, item or round. */
    @SuppressWarnings("ReferenceEquality")
    @Nullable Node node(StepPath path) {
        // Mostly it is one of these very objects; in a small workflow they are found sooner than by their hash.
        for (int i = 0; i < Math.min(FEW, nodes.length); i++) {
            if (nodes[i].path == path) {
                return nodes[i];
            }
        }
        return path.item() == StepPath.NONE && path.round() == StepPath.NONE ? byName.get(path.step()) : null;
    }

    /** Null if there is no such step. */
    @Nullable Node node(String name) {
        return byName.get(name);
    }

    /** Not to be changed. */
    int[] mainRoots() {
        return mainRoots;
    }

    /** All of them, in plan order. */
    int[] mainSteps() {
        int[] all = new int[mainCount];
        Arrays.setAll(all, i -> i);
        return all;
    }

    /** Not to be changed. */
    int[] finallyRoots() {
        return finallyRoots;
    }

    /** All steps before anything has happened; shared by all executions. */
    PersistentVector<StepState> initialSteps() {
        return initialSteps;
    }

    /** A history longer than this counts as an exhausted budget of retries (I16). */
    int historyMax() {
        return historyMax;
    }

    /** What may be added to it for each item of a step: it needs as much room as a step. */
    int historyPerItem() {
        return historyPerItem;
    }

    private static int rounds(Step step) {
        Repeat repeat = step.repeat();
        return repeat == null ? 0 : HISTORY_PER_ROUND * repeat.max();
    }

    private void addGraph(List<Step> steps, int offset, boolean isFinally) {
        Map<String, Integer> indexes = new LinkedHashMap<>(steps.size() * 2);
        int[] outDegrees = new int[steps.size()];
        for (int i = 0; i < steps.size(); i++) {
            indexes.put(steps.get(i).name(), i);
        }
        int[][] predecessors = new int[steps.size()][];
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            List<String> after = List.copyOf(step.predecessors());
            predecessors[i] = new int[after.size()];
            for (int k = 0; k < after.size(); k++) {
                Integer predecessor = indexes.get(after.get(k));
                if (predecessor == null) {
                    throw invalid(
                            "step '%s' comes after '%s', which does not exist".formatted(step.name(), after.get(k)));
                }
                predecessors[i][k] = predecessor + offset;
                outDegrees[predecessor]++;
            }
        }
        int[][] successors = new int[steps.size()][];
        for (int i = 0; i < steps.size(); i++) {
            successors[i] = new int[outDegrees[i]];
        }
        for (int i = steps.size() - 1; i >= 0; i--) {
            for (int predecessor : predecessors[i]) {
                successors[predecessor - offset][--outDegrees[predecessor - offset]] = i + offset;
            }
        }
        for (int i = 0; i < steps.size(); i++) {
            nodes[offset + i] = new Node(offset + i, steps.get(i), isFinally, predecessors[i], successors[i]);
        }
    }

    private int[] roots(int from, int to) {
        int[] roots = new int[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            if (nodes[i].predecessors.length == 0) {
                roots[count++] = i;
            }
        }
        return Arrays.copyOf(roots, count);
    }

    /** Kahn's algorithm: whatever cannot be removed from the roots on lies on a cycle or behind one. */
    private void refuseCycles() {
        int[] blockers = new int[nodes.length];
        int[] queue = new int[nodes.length];
        int end = 0;
        for (Node node : nodes) {
            blockers[node.index] = node.predecessors.length;
            if (node.predecessors.length == 0) {
                queue[end++] = node.index;
            }
        }
        for (int begin = 0; begin < end; begin++) {
            for (int successor : nodes[queue[begin]].successors) {
                if (--blockers[successor] == 0) {
                    queue[end++] = successor;
                }
            }
        }
        if (end < nodes.length) {
            for (Node node : nodes) {
                if (blockers[node.index] > 0) {
                    throw invalid("step '%s' is on a cycle, or comes after one".formatted(node.step.name()));
                }
            }
        }
    }

    private IllegalArgumentException invalid(String problem) {
        return new IllegalArgumentException(
                "workflow '%s' version %d: %s".formatted(workflow.name(), workflow.version(), problem));
    }

    @Override
    public String toString() {
        return workflow.name() + " version " + workflow.version();
    }
}
