package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/**
 * Orders the vertices of each layer, for few crossings.
 *
 * <p>Sweeps down and up sort each layer by the mean, or by the median, of the places of its neighbours (Eades and
 * Wormald, <i>Edge crossings in drawings of bipartite graphs</i>, 1994). The best of all orders is kept. In small
 * graphs, neighbours are then exchanged while that helps (Gansner, Koutsofios, North and Vo, <i>A Technique for Drawing
 * Directed Graphs</i>, 1993). The number of sweeps falls with the size of the graph.
 */
final class LayerOrder {

    private static final int SWEEPS_MAX = 32;
    private static final int SWEEPS_MIN = 4;
    private static final int SWEEPS_WITHOUT_GAIN = 6;

    /** Segments that all sweeps together may look at, beyond the first ones. */
    private static final int WORK_MAX = 1_500_000;

    private static final int EXCHANGED_MAX = 3_000;
    private static final int EXCHANGES_MAX = 12;
    private static final int FRACTION = 1_024;

    private final LayeredGraph graph;
    private final Lists below;
    private final Lists above;
    private final int[][] layers;
    private final int[] position;
    private final CrossingCount counter = new CrossingCount();
    private long best = Long.MAX_VALUE;
    private int[] bestPosition = {};

    private LayerOrder(LayeredGraph graph) {
        this.graph = graph;
        this.below = graph.below();
        this.above = graph.above();
        this.position = new int[graph.vertices()];
        int[] sizes = new int[graph.layers()];
        for (int vertex = 0; vertex < graph.vertices(); vertex++) {
            sizes[graph.layer(vertex)]++;
        }
        this.layers = new int[graph.layers()][];
        for (int i = 0; i < layers.length; i++) {
            layers[i] = new int[sizes[i]];
        }
    }

    /** The vertices of each layer from the left to the right. */
    static int[][] of(LayeredGraph graph) {
        LayerOrder order = new LayerOrder(graph);
        order.begin();
        order.keepIfBetter();
        boolean small = graph.vertices() <= EXCHANGED_MAX;
        order.sweep(false);
        if (small && order.best > 0) {
            order.exchange();
            order.begin();
            order.sweep(true);
            order.exchange();
        }
        order.restore();
        return order.layers;
    }

    /** The order in which a search in depth finds the vertices, so that trees have no crossings. */
    static int[][] naive(LayeredGraph graph) {
        LayerOrder order = new LayerOrder(graph);
        order.begin();
        return order.layers;
    }

    /** The number of crossings of an order. */
    static long crossings(LayeredGraph graph, int[][] layers) {
        LayerOrder order = new LayerOrder(graph);
        for (int i = 0; i < layers.length; i++) {
            order.layers[i] = layers[i];
            order.number(layers[i]);
        }
        return order.crossings();
    }

    private void begin() {
        int[] filled = new int[layers.length];
        boolean[] seen = new boolean[graph.vertices()];
        IntList open = new IntList();
        for (int root = 0; root < graph.vertices(); root++) {
            if (above.size(root) == 0) {
                open.add(root);
            }
            while (open.size() > 0) {
                int vertex = open.removeLast();
                if (!seen[vertex]) {
                    seen[vertex] = true;
                    int layer = graph.layer(vertex);
                    position[vertex] = filled[layer];
                    layers[layer][filled[layer]++] = vertex;
                    for (int i = below.size(vertex) - 1; i >= 0; i--) {
                        open.add(below.get(vertex, i));
                    }
                }
            }
        }
    }

    private void sweep(boolean byMedian) {
        int most = Math.clamp(WORK_MAX / Math.max(1, graph.segments()), SWEEPS_MIN, SWEEPS_MAX);
        int without = 0;
        for (int i = 0; i < most && without < SWEEPS_WITHOUT_GAIN && best > 0; i++) {
            boolean down = i % 2 == 0;
            for (int j = 1; j < layers.length; j++) {
                int layer = down ? j : layers.length - 1 - j;
                sort(layers[layer], down ? above : below, byMedian, i % 4 >= 2);
            }
            without = keepIfBetter() ? 0 : without + 1;
        }
    }

    /** Sorts the vertices that have neighbours. The others stay where they are. */
    private void sort(int[] layer, Lists neighbours, boolean byMedian, boolean equalsTurn) {
        long[] keys = new long[layer.length];
        int count = 0;
        for (int i = 0; i < layer.length; i++) {
            if (neighbours.size(layer[i]) > 0) {
                int tie = equalsTurn ? layer.length - 1 - i : i;
                keys[count++] = (key(neighbours, layer[i], byMedian) << 24) | tie;
            }
        }
        Arrays.sort(keys, 0, count);
        int[] old = layer.clone();
        int next = 0;
        for (int i = 0; i < layer.length; i++) {
            if (neighbours.size(old[i]) > 0) {
                int tie = (int) (keys[next++] & 0xff_ffff);
                layer[i] = old[equalsTurn ? layer.length - 1 - tie : tie];
            }
        }
        number(layer);
    }

    private long key(Lists neighbours, int vertex, boolean byMedian) {
        int count = neighbours.size(vertex);
        if (byMedian) {
            int[] places = new int[count];
            for (int i = 0; i < count; i++) {
                places[i] = position[neighbours.get(vertex, i)];
            }
            Arrays.sort(places);
            return (long) FRACTION * (places[(count - 1) / 2] + places[count / 2]) / 2;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += position[neighbours.get(vertex, i)];
        }
        return FRACTION * sum / count;
    }

    private void number(int[] layer) {
        for (int i = 0; i < layer.length; i++) {
            position[layer[i]] = i;
        }
    }

    private long crossings() {
        long sum = 0;
        for (int i = 0; i + 1 < layers.length; i++) {
            sum += counter.between(layers[i], below, position, layers[i + 1].length);
        }
        return sum;
    }

    private boolean keepIfBetter() {
        long found = crossings();
        if (found >= best) {
            return false;
        }
        best = found;
        bestPosition = position.clone();
        return true;
    }

    private void restore() {
        System.arraycopy(bestPosition, 0, position, 0, position.length);
        for (int vertex = 0; vertex < position.length; vertex++) {
            layers[graph.layer(vertex)][position[vertex]] = vertex;
        }
    }

    private void exchange() {
        restore();
        for (int i = 0; i < EXCHANGES_MAX && exchangeOnce(); i++) {
            keepIfBetter();
        }
        keepIfBetter();
    }

    private boolean exchangeOnce() {
        boolean changed = false;
        for (int[] layer : layers) {
            for (int i = 0; i + 1 < layer.length; i++) {
                int left = layer[i];
                int right = layer[i + 1];
                if (crossings(left, right) > crossings(right, left)) {
                    layer[i] = right;
                    layer[i + 1] = left;
                    position[left] = i + 1;
                    position[right] = i;
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** The crossings of the segments of two vertices, if one is to the left of the other. */
    private long crossings(int left, int right) {
        return crossings(left, right, above) + crossings(left, right, below);
    }

    private long crossings(int left, int right, Lists neighbours) {
        long sum = 0;
        for (int i = 0; i < neighbours.size(left); i++) {
            int place = position[neighbours.get(left, i)];
            for (int j = 0; j < neighbours.size(right); j++) {
                if (position[neighbours.get(right, j)] < place) {
                    sum++;
                }
            }
        }
        return sum;
    }
}
