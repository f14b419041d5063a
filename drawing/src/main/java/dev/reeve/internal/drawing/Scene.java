package dev.reeve.internal.drawing;

import dev.reeve.internal.drawing.layout.Layout;
import dev.reeve.internal.drawing.layout.LayoutGraph;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.graph.StepText;
import dev.reeve.workflow.Join;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of one part of a definition as cards with places. For one thread. */
final class Scene {

    private static final String START = "!start";

    /** Between a card and the action that undoes it. */
    private static final int UNDO_GAP = 30;

    /** Around the card of a group and its steps. */
    private static final int BOX_PADDING = 18;

    /** Between the card of a group and its steps. */
    private static final int BOX_GAP = 26;

    private static final int BOX_CORNER = 12;

    private final DrawingOptions options;

    /** Before the name of each step: the names of the groups that they are in, each with a dot. */
    private final String prefix;

    private final LayoutGraph graph = new LayoutGraph();
    private final List<Card> cards = new ArrayList<>();
    private final List<@Nullable Card> undoing = new ArrayList<>();
    /** The steps of each card that is a group. */
    private final List<@Nullable Scene> inside = new ArrayList<>();

    private final List<Link> links = new ArrayList<>();
    private final Set<Long> linked = new HashSet<>();

    /** The number of the card of each step and each case. */
    private final Map<String, Integer> numbers = new HashMap<>();

    private Layout layout;

    /** An edge between two cards. */
    private record Link(int from, int to, EdgeKind kind) {}

    /**
     * @param withStart whether a node shows where the steps begin
     */
    Scene(List<Step> steps, boolean withStart, DrawingOptions options) {
        this(steps, withStart, options, "");
    }

    private Scene(List<Step> steps, boolean withStart, DrawingOptions options, String prefix) {
        this.options = options;
        this.prefix = prefix;
        List<List<Step>> groups = Folding.groups(steps, options.folded());
        if (withStart) {
            add(new Card.Builder(START, NodeKind.START).text("the start").build(), null);
        }
        groups.forEach(this::add);
        for (List<Step> group : groups) {
            Step step = group.getFirst();
            int to = number(step.name());
            if (step.after().isEmpty() && withStart) {
                link(0, to, EdgeKind.AFTER);
            }
            for (Predecessor after : step.after()) {
                link(number(after.toString()), to, EdgeKind.AFTER);
            }
        }
        this.layout = Layout.of(graph);
    }

    private int number(String id) {
        return Objects.requireNonNull(numbers.get(id), id);
    }

    private void link(int from, int to, EdgeKind kind) {
        if (linked.add(((long) from << 32) | to)) {
            graph.edge(from, to);
            links.add(new Link(from, to, kind));
        }
    }

    private int add(Card card, @Nullable Card undo) {
        boolean isStack = card.has(Mark.ITEMS) || card.has(Mark.GROUP);
        int left = (card.fullWidth() - (isStack ? Card.STACK : 0)) / 2;
        int right = card.fullWidth() - left + (undo == null ? 0 : UNDO_GAP + undo.fullWidth());
        return add(card, undo, null, graph.node(left, right, card.fullHeight(), card.port()));
    }

    private int add(Card card, @Nullable Card undo, @Nullable Scene inner, int number) {
        numbers.put(card.id().substring(prefix.length()), number);
        cards.add(card);
        undoing.add(undo);
        inside.add(inner);
        return number;
    }

    /** Adds the card of a group, with its steps below it, in a box. */
    private int addBox(Card card, Scene inner) {
        int width = boxWidth(card, inner);
        int height = 2 * BOX_PADDING + card.fullHeight() + BOX_GAP + inner.height();
        return add(card, null, inner, graph.node(width / 2, width - width / 2, height, width / 2 - BOX_CORNER));
    }

    private static int boxWidth(Card card, Scene inner) {
        return Math.max(card.fullWidth(), inner.width()) + 2 * BOX_PADDING;
    }

    private void add(List<Step> group) {
        Step step = group.getFirst();
        if (step.task() instanceof Task.Child child && child.group() != null) {
            Scene inner = new Scene(child.group().steps(), false, options, prefix + step.name() + ".");
            numbers.put(step.name(), addBox(card(group, false), inner));
            return;
        }
        ActionCall undo = step.task() instanceof Task.Action action ? action.compensate() : null;
        Card beside = undo != null && options.compensations() ? undo(prefix + step.name(), undo) : null;
        int number = add(card(group, undo != null && beside == null), beside);
        group.forEach(each -> numbers.put(each.name(), number));
        if (step.task() instanceof Task.Switch choice) {
            for (Task.Switch.Case one : choice.cases()) {
                Card card = new Card.Builder(prefix + step.name() + "." + one.name(), NodeKind.CASE)
                        .steps(List.of(prefix + step.name()))
                        .name(one.name())
                        .text(StepText.choice(one))
                        .build();
                link(number, add(card, null), EdgeKind.CHOICE);
            }
        }
    }

    private static Card undo(String step, ActionCall call) {
        return new Card.Builder(step + "!undo", NodeKind.COMPENSATION)
                .steps(List.of(step))
                .task(StepText.brief(call.names()))
                .text(StepText.called(call) + "\nundoes " + step)
                .build();
    }

    private Card card(List<Step> group, boolean undone) {
        Step step = group.getFirst();
        List<String> notes = new ArrayList<>(StepText.conditions(step));
        if (!step.join().equals(Join.ALL)) {
            notes.addFirst("after %d of %d%s"
                    .formatted(
                            step.join().count(),
                            step.predecessors().size(),
                            switch (step.join().others()) {
                                case LEAVE -> "";
                                case CANCEL -> ", others cancelled";
                                case UNDO -> ", others undone";
                            }));
        }
        if (step.pivot()) {
            notes.add("point of no return");
        }
        String name = step.name();
        List<String> text = new ArrayList<>();
        if (group.size() > 1) {
            notes.addFirst("%,d steps alike".formatted(group.size()));
            name = "%s … %s".formatted(step.name(), group.getLast().name());
            text.add(notes.getFirst());
        }
        text.addFirst(name);
        text.add(StepText.whole(step));
        text.addAll(StepText.notes(step));
        return new Card.Builder(prefix + step.name(), kind(step.task()))
                .steps(group.stream().map(each -> prefix + each.name()).toList())
                .name(name)
                .task(StepText.task(step))
                .notes(notes)
                .markIf(group.size() > 1, Mark.GROUP)
                .markIf(step.forEach() != null, Mark.ITEMS)
                .markIf(step.repeat() != null, Mark.LOOP)
                .markIf(step.pivot(), Mark.PIVOT)
                .markIf(undone, Mark.UNDONE)
                .text(String.join("\n", text))
                .build();
    }

    private static NodeKind kind(Task task) {
        return switch (task) {
            case Task.Action action -> NodeKind.ACTION;
            case Task.Child child -> NodeKind.CHILD;
            case Task.WaitFor wait -> NodeKind.WAIT;
            case Task.WaitUntil wait -> NodeKind.WAIT;
            case Task.Await await -> NodeKind.AWAIT;
            case Task.Switch choice -> NodeKind.SWITCH;
            case Task.Value value -> NodeKind.VALUE;
            case Task.Fail fail -> NodeKind.FAIL;
            case Task.Complete complete -> NodeKind.COMPLETE;
        };
    }

    int width() {
        return layout.width();
    }

    int height() {
        return layout.height();
    }

    /** The axis of the first node. */
    int axisOfFirst() {
        return layout.axis(0);
    }

    /** Adds the nodes and edges to a drawing, from a corner on. */
    void draw(int left, int top, List<Drawing.Node> nodes, List<Drawing.Edge> edges, List<Drawing.Frame> frames) {
        for (int i = 0; i < cards.size(); i++) {
            Card card = cards.get(i);
            Scene inner = inside.get(i);
            if (inner != null) {
                drawBox(card, inner, left + layout.axis(i), top + layout.top(i), nodes, edges, frames);
                continue;
            }
            int x = left + layout.axis(i) - (card.fullWidth() - stack(card)) / 2;
            int y = top + layout.top(i);
            nodes.add(card.at(x, y));
            Card undo = undoing.get(i);
            if (undo != null) {
                int end = x + card.fullWidth();
                int middle = y + card.fullHeight() / 2;
                nodes.add(undo.at(end + UNDO_GAP, middle - undo.fullHeight() / 2));
                edges.add(new Drawing.Edge(
                        card.id(), undo.id(), EdgeKind.UNDO, List.of(end, middle, end + UNDO_GAP, middle)));
            }
        }
        for (int i = 0; i < links.size(); i++) {
            Link link = links.get(i);
            int[] path = layout.path(i).clone();
            for (int j = 0; j < path.length; j += 2) {
                path[j] += left;
                path[j + 1] += top;
            }
            edges.add(new Drawing.Edge(
                    cards.get(link.from()).id(),
                    cards.get(link.to()).id(),
                    link.kind(),
                    Arrays.stream(path).boxed().toList()));
        }
    }

    private static void drawBox(
            Card card,
            Scene inner,
            int axis,
            int top,
            List<Drawing.Node> nodes,
            List<Drawing.Edge> edges,
            List<Drawing.Frame> frames) {
        int width = boxWidth(card, inner);
        int left = axis - width / 2;
        int innerTop = top + BOX_PADDING + card.fullHeight() + BOX_GAP;
        frames.add(new Drawing.Frame("", left, top, width, innerTop + inner.height() + BOX_PADDING - top));
        nodes.add(card.at(axis - (card.fullWidth() - stack(card)) / 2, top + BOX_PADDING));
        inner.draw(left + (width - inner.width()) / 2, innerTop, nodes, edges, frames);
    }

    private static int stack(Card card) {
        return card.has(Mark.ITEMS) || card.has(Mark.GROUP) ? Card.STACK : 0;
    }
}
