package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/**
 * The graph cut at its layers: each arrow that passes a layer has a bend there, so all segments lead from one layer to
 * the next one.
 *
 * <p>Arrows of the same source, or of the same target, share their bends: they are one <i>net</i>, drawn as a tree. So
 * a node with a thousand arrows over a hundred layers needs a hundred bends, not a hundred thousand. An arrow belongs
 * to the net of the end with more arrows. The sum of the bends is limited. The longest arrows beyond it pass beside the
 * drawing, without any bend.
 *
 * <p>The vertices are the nodes, followed by the bends.
 */
final class LayeredGraph {

    private static final int BENDS_MIN = 20_000;
    private static final int BENDS_PER_NODE = 4;

    /** No net, or no vertex. */
    static final int NONE = -1;

    private final LayoutGraph graph;
    private final int[] from;
    private final int[] to;
    private final int[] netOf;
    private final boolean[] beside;
    private final int nets;
    private int vertices;
    private int[] layer;
    private final int[] bendsFrom;
    private final int[] firstBend;
    private final int layers;
    private int[] upper = {};
    private int[] lower = {};
    private int[] segmentNet = {};
    private int[] segmentToFirstBend = {};
    private int[] segmentBelowBend = {};
    private int[] segmentOfEdge = {};

    LayeredGraph(LayoutGraph graph, int[] layerOfNode) {
        this.graph = graph;
        this.from = graph.from();
        this.to = graph.to();
        this.nets = 2 * graph.nodes();
        this.netOf = new int[graph.edges()];
        this.beside = new boolean[graph.edges()];
        this.bendsFrom = new int[nets];
        this.firstBend = new int[nets];
        this.vertices = graph.nodes();
        this.layer = layerOfNode;
        int highest = 0;
        for (int each : layerOfNode) {
            highest = Math.max(highest, each + 1);
        }
        this.layers = highest;
        chooseNets();
        chooseBeside();
        addBends();
        addSegments();
    }

    private void chooseNets() {
        int[] outgoing = new int[graph.nodes()];
        int[] incoming = new int[graph.nodes()];
        for (int edge = 0; edge < from.length; edge++) {
            outgoing[from[edge]]++;
            incoming[to[edge]]++;
        }
        for (int edge = 0; edge < from.length; edge++) {
            netOf[edge] = outgoing[from[edge]] >= incoming[to[edge]] ? from[edge] : graph.nodes() + to[edge];
        }
    }

    /** The shortest arrows get bends, until there are too many. */
    private void chooseBeside() {
        long budget = BENDS_MIN + (long) BENDS_PER_NODE * graph.nodes();
        long[] bySpan = new long[from.length];
        for (int edge = 0; edge < from.length; edge++) {
            bySpan[edge] = ((long) span(edge) << 32) | edge;
        }
        Arrays.sort(bySpan);
        int[] spanOfNet = new int[nets];
        for (long each : bySpan) {
            int edge = (int) each;
            int span = span(edge);
            budget -= Math.max(0, span - Math.max(1, spanOfNet[netOf[edge]]));
            beside[edge] = budget < 0 && span > 1;
            if (!beside[edge]) {
                spanOfNet[netOf[edge]] = Math.max(spanOfNet[netOf[edge]], span);
            }
        }
    }

    private int span(int edge) {
        return layer[to[edge]] - layer[from[edge]];
    }

    private void addBends() {
        int[] bends = new int[nets];
        for (int edge = 0; edge < from.length; edge++) {
            if (!beside[edge]) {
                bends[netOf[edge]] = Math.max(bends[netOf[edge]], span(edge) - 1);
            }
        }
        for (int net = 0; net < nets; net++) {
            int node = nodeOf(net);
            firstBend[net] = vertices;
            bendsFrom[net] = isOfSource(net) ? layer[node] + 1 : layer[node] - bends[net];
            vertices += bends[net];
        }
        layer = Arrays.copyOf(layer, vertices);
        for (int net = 0; net < nets; net++) {
            for (int i = 0; i < bends[net]; i++) {
                layer[firstBend[net] + i] = bendsFrom[net] + i;
            }
        }
    }

    private void addSegments() {
        IntList uppers = new IntList(from.length);
        IntList lowers = new IntList(from.length);
        IntList ofNets = new IntList(from.length);
        segmentToFirstBend = new int[nets];
        segmentBelowBend = new int[vertices];
        segmentOfEdge = new int[from.length];
        for (int net = 0; net < nets; net++) {
            int first = firstBend[net];
            int end = net + 1 < nets ? firstBend[net + 1] : vertices;
            if (first < end && isOfSource(net)) {
                segmentToFirstBend[net] = uppers.size();
                uppers.add(nodeOf(net));
                lowers.add(first);
                ofNets.add(net);
            }
            for (int bend = first; bend < end; bend++) {
                boolean last = bend + 1 == end;
                if (!last || !isOfSource(net)) {
                    segmentBelowBend[bend] = uppers.size();
                    uppers.add(bend);
                    lowers.add(last ? nodeOf(net) : bend + 1);
                    ofNets.add(net);
                }
            }
        }
        for (int edge = 0; edge < from.length; edge++) {
            if (!beside[edge]) {
                boolean ofSource = isOfSource(netOf[edge]);
                boolean isShort = span(edge) == 1;
                segmentOfEdge[edge] = uppers.size();
                uppers.add(isShort || !ofSource ? from[edge] : bend(edge, layer[to[edge]] - 1));
                lowers.add(isShort || ofSource ? to[edge] : bend(edge, layer[from[edge]] + 1));
                ofNets.add(netOf[edge]);
            }
        }
        upper = uppers.toArray();
        lower = lowers.toArray();
        segmentNet = ofNets.toArray();
    }

    /** The bend of an arrow in a layer between its ends. */
    private int bend(int edge, int atLayer) {
        int net = netOf[edge];
        return firstBend[net] + atLayer - bendsFrom[net];
    }

    LayoutGraph graph() {
        return graph;
    }

    int vertices() {
        return vertices;
    }

    int layers() {
        return layers;
    }

    int layer(int vertex) {
        return layer[vertex];
    }

    int[] layerOfVertices() {
        return layer.clone();
    }

    boolean isBend(int vertex) {
        return vertex >= graph.nodes();
    }

    int left(int vertex) {
        return isBend(vertex) ? 0 : graph.left(vertex);
    }

    int right(int vertex) {
        return isBend(vertex) ? 0 : graph.right(vertex);
    }

    int segments() {
        return upper.length;
    }

    int upper(int segment) {
        return upper[segment];
    }

    int lower(int segment) {
        return lower[segment];
    }

    int netOfSegment(int segment) {
        return segmentNet[segment];
    }

    /** The vertices below each vertex. */
    Lists below() {
        return Lists.of(vertices, upper, lower);
    }

    /** The vertices above each vertex. */
    Lists above() {
        return Lists.of(vertices, lower, upper);
    }

    /** Numbers of nets are below this. */
    int nets() {
        return nets;
    }

    int net(int edge) {
        return netOf[edge];
    }

    /** Whether the arrows of a net have the same source; otherwise they have the same target. */
    boolean isOfSource(int net) {
        return net < graph.nodes();
    }

    /** The source or the target that the arrows of a net share. */
    private int nodeOf(int net) {
        return isOfSource(net) ? net : net - graph.nodes();
    }

    int from(int edge) {
        return from[edge];
    }

    int to(int edge) {
        return to[edge];
    }

    /** Whether an arrow passes beside the drawing. */
    boolean isBeside(int edge) {
        return beside[edge];
    }

    /** The segments of an arrow, from its source to its target. */
    int[] segments(int edge) {
        int span = span(edge);
        int[] segments = new int[span];
        boolean ofSource = isOfSource(netOf[edge]);
        for (int i = 0; i < span; i++) {
            boolean own = ofSource ? i == span - 1 : i == 0;
            segments[i] = own
                    ? segmentOfEdge[edge]
                    : i == 0 ? segmentToFirstBend[netOf[edge]] : segmentBelowBend[bend(edge, layer[from[edge]] + i)];
        }
        return segments;
    }
}
