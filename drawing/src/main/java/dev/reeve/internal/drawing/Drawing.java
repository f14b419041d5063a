package dev.reeve.internal.drawing;

import dev.reeve.internal.document.Document;
import java.util.List;

/**
 * The drawing of a definition. All numbers are pixels from the upper left corner.
 *
 * @param layout the version of the layout. Another version may draw the same definition in another way
 * @param workflow the name of the workflow
 * @param version its version
 * @param description of the workflow; empty if it has none
 * @param width of everything
 * @param height of everything
 * @param nodes the steps and their cases, in the order of the definition
 * @param edges from node to node
 * @param frames around nodes
 */
public record Drawing(
        int layout,
        String workflow,
        int version,
        String description,
        int width,
        int height,
        List<Node> nodes,
        List<Edge> edges,
        List<Frame> frames)
        implements Document {

    /** The version of the layout. It changes when the drawing of any definition changes. */
    public static final int LAYOUT = 1;

    public Drawing {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        frames = List.copyOf(frames);
    }

    /**
     * A node.
     *
     * @param id the name of the step, {@code group.step} for one of a group, {@code switch.case} for a case, {@code
     *     step!undo} for a compensation, and {@code !start} for the start: unique
     * @param kind what it is
     * @param steps the steps that it stands for: several if they are folded, none for the start
     * @param x its left border
     * @param y its upper border
     * @param width with the cards behind it
     * @param height with the cards behind it
     * @param label the name, in as many lines as it has room, cut if it is too long; empty for
     *     the start and for a compensation
     * @param task what it does, cut if it is too long; empty if the name says all
     * @param notes when and how often it runs, and further properties, each cut if it is too long
     * @param marks further properties
     * @param text everything about it, whole
     */
    public record Node(
            String id,
            NodeKind kind,
            List<String> steps,
            int x,
            int y,
            int width,
            int height,
            List<String> label,
            String task,
            List<String> notes,
            List<Mark> marks,
            String text)
            implements Document {

        public Node {
            steps = List.copyOf(steps);
            label = List.copyOf(label);
            notes = List.copyOf(notes);
            marks = List.copyOf(marks);
        }
    }

    /**
     * An edge.
     *
     * @param from the id of the node where it begins
     * @param to the id of the node where it ends, with an arrowhead
     * @param kind what it is
     * @param points its corners, from the border of one node to that of the other: x and y by turns. The border of a
     *     group is its frame
     */
    public record Edge(String from, String to, EdgeKind kind, List<Integer> points) implements Document {

        public Edge {
            points = List.copyOf(points);
        }
    }

    /**
     * A frame around nodes.
     *
     * @param label what they have in common; empty for a group, whose first node says it
     * @param x its left border
     * @param y its upper border
     * @param width its width
     * @param height its height
     */
    public record Frame(String label, int x, int y, int width, int height) implements Document {}
}
