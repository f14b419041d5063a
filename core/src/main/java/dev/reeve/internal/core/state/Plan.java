package dev.reeve.internal.core.state;

import dev.reeve.StepPath;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled workflow: its steps by number, with their neighbours. It is made once per definition and shared by all of
 * its executions. It holds the plans of its groups. Immutable and thread-safe.
 *
 * <p>Steps are numbered in the order of the definition, with the steps of {@code finally} after the others. This is
 * the <em>plan order</em>.
 */
public final class Plan {

    /** The minimum of the history limit, however small the workflow is. */
    public static final int HISTORY_MIN = 10_000;

    /** The events that the history limit allows per step of the workflow. */
    static final int HISTORY_PER_STEP = 100;

    private static final int FEW = 8;

    private static final int STEPS_NAMED_MAX = 10;

    /** The number of events that a round of a step with {@code repeat} needs, with some for failures. */
    private static final int HISTORY_PER_ROUND = 6;

    private final Definition workflow;
    private final PlanNode[] nodes;
    /** The number of nodes, from the first, that are not in {@code finally}. */
    private final int mainCount;

    private final Map<String, PlanNode> byName;
    private final int[] mainRoots;
    private final int[] finallyRoots;
    private final PersistentVector<StepState> initialSteps;
    private final int historyMax;
    private final int historyPerItem;
    private final boolean hasLimits;
    private final boolean hasPermits;
    private final boolean usesErrors;
    /** The plan of the deployed workflow; for a group, of the one that it belongs to. */
    private final Plan whole;
    /** The plans of all groups of the deployed workflow, by name; the same map in all of them. */
    private final Map<String, Plan> parts;

    private Plan(Definition workflow, PersistentVector.@Nullable Meter meter, @Nullable Plan outer) {
        this.workflow = workflow;
        this.whole = outer == null ? this : outer.whole;
        this.parts = outer == null ? new LinkedHashMap<>() : outer.parts;
        this.mainCount = workflow.steps().size();
        this.nodes = new PlanNode[mainCount + workflow.finallySteps().size()];
        addGraph(workflow.steps(), 0, false);
        addGraph(workflow.finallySteps(), mainCount, true);
        this.byName = new LinkedHashMap<>(nodes.length * 2);
        for (PlanNode node : nodes) {
            if (byName.put(node.step.name(), node) != null) {
                throw invalid("two steps are called '%s'".formatted(node.step.name()));
            }
        }
        this.mainRoots = roots(0, mainCount);
        this.finallyRoots = roots(mainCount, nodes.length);
        refuseCycles();
        StepState[] pending = new StepState[nodes.length];
        Map<Integer, StepState> byDegree = new LinkedHashMap<>();
        for (PlanNode node : nodes) {
            pending[node.index] = byDegree.computeIfAbsent(node.predecessors.length, StepState::pending);
        }
        this.initialSteps = PersistentVector.of(pending, meter);
        long history = (long) HISTORY_PER_STEP * nodes.length;
        int perItem = 0;
        boolean limits = false;
        boolean permits = false;
        for (PlanNode node : nodes) {
            limits |= node.step.task() instanceof Task.Action action && action.limit() != null;
            permits |= node.step.task() instanceof Task.Action action && action.isTransactional();
            history += node.hasItems() ? 0 : rounds(node.step);
            perItem = Math.max(perItem, node.hasItems() ? HISTORY_PER_STEP + rounds(node.step) : 0);
        }
        this.historyMax = (int) Math.min(Integer.MAX_VALUE, Math.max(HISTORY_MIN, history));
        this.historyPerItem = perItem;
        this.hasLimits = limits;
        this.hasPermits = permits;
        this.usesErrors = outer == null ? workflow.usesErrors() : outer.usesErrors;
        for (PlanNode node : nodes) {
            if (node.step.task() instanceof Task.Child child && child.group() != null) {
                parts.put(child.workflow(), new Plan(child.group(), meter, this));
            }
        }
    }

    /**
     * Compiles a workflow.
     *
     * @throws IllegalArgumentException if validation would have refused the graph
     */
    public static Plan of(Definition workflow) {
        return new Plan(workflow, null, null);
    }

    /** As {@link #of}, but counts accesses to the steps' states. */
    public static Plan metered(Definition workflow, PersistentVector.Meter meter) {
        return new Plan(workflow, meter, null);
    }

    public Definition workflow() {
        return workflow;
    }

    /** The plan of the deployed workflow: of this one, or for a group, of the one that the group belongs to. */
    public Plan whole() {
        return whole;
    }

    /**
     * The plan of a group of the deployed workflow, or of that workflow itself; null if it has no such group.
     *
     * @param name such as {@code order.ship}, for the step {@code ship} of the workflow {@code order}
     */
    public @Nullable Plan part(String name) {
        return name.equals(whole.workflow.name()) ? whole : parts.get(name);
    }

    /** Whether any step has a limit on its calls. */
    public boolean hasLimits() {
        return hasLimits;
    }

    /** Whether any step is transactional, so that its attempts have permits. */
    public boolean hasPermits() {
        return hasPermits;
    }

    /**
     * Whether expressions know errors, and a step the error of its child; for a group, as in the deployed workflow. In
     * all other workflows they do not.
     */
    public boolean usesErrors() {
        return usesErrors;
    }

    public int size() {
        return nodes.length;
    }

    public int mainCount() {
        return mainCount;
    }

    public int finallyCount() {
        return nodes.length - mainCount;
    }

    public PlanNode node(int index) {
        return nodes[index];
    }

    /** The node of a step; null if the plan has no such step, item or round. */
    @SuppressWarnings("ReferenceEquality")
    public @Nullable PlanNode node(StepPath path) {
        // The path is mostly one of these objects. In a small workflow this loop is faster than a hash lookup.
        for (int i = 0; i < Math.min(FEW, nodes.length); i++) {
            if (nodes[i].path == path) {
                return nodes[i];
            }
        }
        return path.item() == StepPath.NONE && path.round() == StepPath.NONE ? byName.get(path.step()) : null;
    }

    /** The node of a step; null if the plan has no such step. */
    public @Nullable PlanNode node(String name) {
        return byName.get(name);
    }

    /** The caller must not change the array. */
    public int[] mainRoots() {
        return mainRoots;
    }

    /** The indexes of all main steps, in plan order. */
    public int[] mainSteps() {
        int[] all = new int[mainCount];
        Arrays.setAll(all, i -> i);
        return all;
    }

    /** The caller must not change the array. */
    public int[] finallyRoots() {
        return finallyRoots;
    }

    /** The states of all steps of a new execution, shared by all executions. */
    PersistentVector<StepState> initialSteps() {
        return initialSteps;
    }

    /** A longer history counts as an exhausted retry budget (I16). */
    int historyMax() {
        return historyMax;
    }

    /** The additional history limit per item of a step: an item needs as much room as a step. */
    int historyPerItem() {
        return historyPerItem;
    }

    /** The names of the first steps, for a message. */
    public String someSteps() {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < Math.min(size(), STEPS_NAMED_MAX); i++) {
            names.append(i == 0 ? "" : ", ").append(nodes[i].path);
        }
        return size() > STEPS_NAMED_MAX ? names + ", … (" + size() + " steps)" : names.toString();
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
            nodes[offset + i] = new PlanNode(offset + i, steps.get(i), isFinally, predecessors[i], successors[i]);
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

    /** Kahn's algorithm: a node that cannot be removed starting from the roots lies on a cycle or behind one. */
    private void refuseCycles() {
        int[] blockers = new int[nodes.length];
        int[] queue = new int[nodes.length];
        int end = 0;
        for (PlanNode node : nodes) {
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
            for (PlanNode node : nodes) {
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
