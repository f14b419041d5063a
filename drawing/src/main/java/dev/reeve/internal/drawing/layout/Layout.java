package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/** Where the boxes and arrows of a graph are, in pixels from the upper left corner. */
public final class Layout {

    /** The least room between two layers. */
    private static final int GAP_MIN = 40;

    private static final int ABOVE_TURNS = 20;
    private static final int BELOW_TURNS = 26;
    private static final int TURN_SPACING = 10;

    /** The room that all turns of a gap have at most. */
    private static final int TURNS_MAX = 480;

    private final int[] axis;
    private final int[] top;
    private final int[][] paths;
    private final int width;
    private final int height;

    private Layout(int[] axis, int[] top, int[][] paths, int width, int height) {
        this.axis = axis;
        this.top = top;
        this.paths = paths;
        this.width = width;
        this.height = height;
    }

    /**
     * Lays a graph out. The same graph gives the same layout.
     *
     * @throws IllegalArgumentException if the graph has a cycle
     */
    public static Layout of(LayoutGraph graph) {
        if (graph.nodes() == 0) {
            return new Layout(new int[0], new int[0], new int[0][], 0, 0);
        }
        int[] layerOfNode = Layering.of(graph);
        LayeredGraph layered = new LayeredGraph(graph, layerOfNode);
        int[] axis = Placement.of(layered, LayerOrder.of(layered));
        int right = 0;
        for (int vertex = 0; vertex < layered.vertices(); vertex++) {
            right = Math.max(right, axis[vertex] + layered.right(vertex));
        }
        Ports ports = new Ports(layered, axis);
        Channels channels = new Channels(layered, ports, right);
        Rows rows = new Rows(graph, layerOfNode, channels, layered.layers());
        int[] top = new int[graph.nodes()];
        for (int node = 0; node < top.length; node++) {
            int layer = layerOfNode[node];
            top[node] = rows.top[layer] + (rows.height[layer] - graph.height(node)) / 2;
        }
        int[][] paths = new int[graph.edges()][];
        for (int edge = 0; edge < paths.length; edge++) {
            paths[edge] = path(layered, ports, channels, rows, top, edge);
        }
        return new Layout(Arrays.copyOf(axis, graph.nodes()), top, paths, channels.right(), rows.end);
    }

    private static int[] path(LayeredGraph graph, Ports ports, Channels channels, Rows rows, int[] top, int edge) {
        int from = graph.from(edge);
        int to = graph.to(edge);
        IntList points = new IntList(8);
        if (graph.isBeside(edge)) {
            int side = channels.beside(graph.net(edge));
            int leave = rows.turn(graph.layer(from), channels.turnLeaving(edge));
            int come = rows.turn(graph.layer(to) - 1, channels.turnComing(edge));
            add(points, ports.leaving(edge), top[from] + graph.graph().height(from));
            add(points, ports.leaving(edge), leave);
            add(points, side, leave);
            add(points, side, come);
            add(points, ports.coming(edge), come);
            add(points, ports.coming(edge), top[to]);
            return points.toArray();
        }
        int[] segments = graph.segments(edge);
        add(points, ports.upper(segments[0]), top[from] + graph.graph().height(from));
        for (int i = 0; i < segments.length; i++) {
            int turn = channels.turn(segments[i]);
            int upper = ports.upper(segments[i]);
            int lower = ports.lower(segments[i]);
            if (turn != Channels.STRAIGHT && upper != lower) {
                int y = rows.turn(graph.layer(from) + i, turn);
                add(points, upper, y);
                add(points, lower, y);
            }
        }
        add(points, ports.lower(segments[segments.length - 1]), top[to]);
        return points.toArray();
    }

    private static void add(IntList points, int x, int y) {
        points.add(x);
        points.add(y);
    }

    /** Where the axis of a box is. */
    public int axis(int node) {
        return axis[node];
    }

    /** Where a box begins. */
    public int top(int node) {
        return top[node];
    }

    /** The corners of an arrow, from its source to its target: x and y by turns. Not a copy. */
    public int[] path(int edge) {
        return paths[edge];
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** The layers from above to below, and the turns between them. */
    private static final class Rows {

        private final int[] top;
        private final int[] height;
        private final double[] spacing;
        private final int end;

        Rows(LayoutGraph graph, int[] layerOfNode, Channels channels, int layers) {
            top = new int[layers];
            height = new int[layers];
            spacing = new double[layers];
            for (int node = 0; node < layerOfNode.length; node++) {
                height[layerOfNode[node]] = Math.max(height[layerOfNode[node]], graph.height(node));
            }
            int y = 0;
            for (int layer = 0; layer < layers; layer++) {
                top[layer] = y;
                int turns = channels.turns(layer);
                spacing[layer] = Math.min(TURN_SPACING, TURNS_MAX / (double) Math.max(1, turns));
                int room = (int) Math.ceil(ABOVE_TURNS + (turns - 1) * spacing[layer] + BELOW_TURNS);
                y += height[layer] + (layer + 1 == layers ? 0 : Math.max(GAP_MIN, room));
            }
            end = y;
        }

        /** The height of a turn below a layer. */
        int turn(int layer, int turn) {
            return top[layer] + height[layer] + ABOVE_TURNS + (int) (turn * spacing[layer]);
        }
    }
}
