package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/**
 * Finds the place of each vertex within its layer, so that arrows are straight where they can be.
 *
 * <p>The four alignments of Brandes and Köpf, <i>Fast and Simple Horizontal Coordinate Assignment</i> (2001): vertices
 * are chained to the median of their neighbours above or below, from the left or from the right. Chains between bends
 * win against others, so long arrows are straight. Instead of the classes and shifts of the paper, whose first
 * publication had errors (Brandes, Walter and Zink, <i>Erratum</i>, 2020), the chains are placed as nodes of one graph,
 * as far to the left as possible, and then moved to the right as far as nothing is in the way. The place of a vertex is
 * the mean of the two middle ones of its four.
 */
final class Placement {

    private static final int NODE_GAP = 36;
    private static final int BEND_GAP = 16;

    private final LayeredGraph graph;
    private final int[][] layers;
    private final int[] position;
    private final Lists above;
    private final Lists below;

    /** Of each vertex, the neighbours above and below with which it must not be chained: bits of their places. */
    private final ConflictSet conflicts = new ConflictSet();

    private Placement(LayeredGraph graph, int[][] layers) {
        this.graph = graph;
        this.layers = layers;
        this.position = new int[graph.vertices()];
        for (int[] layer : layers) {
            for (int i = 0; i < layer.length; i++) {
                position[layer[i]] = i;
            }
        }
        this.above = sorted(graph.above());
        this.below = sorted(graph.below());
    }

    /** The axis of each vertex, from 0. */
    static int[] of(LayeredGraph graph, int[][] layers) {
        Placement placement = new Placement(graph, layers);
        placement.findConflicts();
        double[][] all = new double[4][];
        for (int i = 0; i < 4; i++) {
            all[i] = placement.alignment(i < 2, i % 2 == 0);
        }
        return placement.balanced(all);
    }

    private Lists sorted(Lists neighbours) {
        for (int vertex = 0; vertex < neighbours.keys(); vertex++) {
            int count = neighbours.size(vertex);
            if (count > 1) {
                long[] keys = new long[count];
                for (int i = 0; i < count; i++) {
                    int each = neighbours.get(vertex, i);
                    keys[i] = ((long) position[each] << 32) | each;
                }
                Arrays.sort(keys);
                for (int i = 0; i < count; i++) {
                    neighbours.set(vertex, i, (int) keys[i]);
                }
            }
        }
        return neighbours;
    }

    /** Segments that cross one between two bends: algorithm 1 of the paper. */
    private void findConflicts() {
        for (int i = 1; i < layers.length; i++) {
            int[] layer = layers[i];
            int from = 0;
            int done = 0;
            for (int at = 0; at < layer.length; at++) {
                int inner = bendAbove(layer[at]);
                boolean last = at + 1 == layer.length;
                if (inner >= 0 || last) {
                    int to = inner >= 0 ? position[inner] : layers[i - 1].length - 1;
                    for (; done <= at; done++) {
                        markCrossing(layer[done], from, to);
                    }
                    from = to;
                }
            }
        }
    }

    private void markCrossing(int vertex, int from, int to) {
        int inner = bendAbove(vertex);
        for (int j = 0; j < above.size(vertex); j++) {
            int neighbour = above.get(vertex, j);
            if ((position[neighbour] < from || position[neighbour] > to) && neighbour != inner) {
                conflicts.add(neighbour, vertex);
            }
        }
    }

    /** The bend above a bend; -1 if there is none. */
    private int bendAbove(int vertex) {
        return graph.isBend(vertex) ? firstBend(above, vertex) : LayeredGraph.NONE;
    }

    private int firstBend(Lists neighbours, int vertex) {
        for (int i = 0; i < neighbours.size(vertex); i++) {
            if (graph.isBend(neighbours.get(vertex, i))) {
                return neighbours.get(vertex, i);
            }
        }
        return LayeredGraph.NONE;
    }

    private double[] alignment(boolean downward, boolean fromLeft) {
        int[] root = new int[graph.vertices()];
        int[] align = new int[graph.vertices()];
        for (int i = 0; i < root.length; i++) {
            root[i] = i;
            align[i] = i;
        }
        Lists neighbours = downward ? above : below;
        for (int i = 1; i < layers.length; i++) {
            int[] layer = layers[downward ? i : layers.length - 1 - i];
            int reached = fromLeft ? -1 : Integer.MAX_VALUE;
            for (int k = 0; k < layer.length; k++) {
                int vertex = layer[fromLeft ? k : layer.length - 1 - k];
                int median = partner(neighbours, vertex, downward, fromLeft, reached);
                if (median >= 0) {
                    align[median] = vertex;
                    root[vertex] = root[median];
                    align[vertex] = root[vertex];
                    reached = position[median];
                }
            }
        }
        return compact(root, fromLeft);
    }

    /** The neighbour to which a vertex is chained; -1 for none. */
    private int partner(Lists neighbours, int vertex, boolean downward, boolean fromLeft, int reached) {
        int count = neighbours.size(vertex);
        int inner = graph.isBend(vertex) ? firstBend(neighbours, vertex) : LayeredGraph.NONE;
        if (inner >= 0) {
            boolean free = fromLeft ? position[inner] > reached : position[inner] < reached;
            return free ? inner : LayeredGraph.NONE;
        }
        int low = (count - 1) / 2;
        int high = count / 2;
        for (int m = 0; count > 0 && m <= high - low; m++) {
            int candidate = neighbours.get(vertex, fromLeft ? low + m : high - m);
            boolean free = fromLeft ? position[candidate] > reached : position[candidate] < reached;
            boolean crosses = downward ? conflicts.contains(candidate, vertex) : conflicts.contains(vertex, candidate);
            if (free && !crosses) {
                return candidate;
            }
        }
        return LayeredGraph.NONE;
    }

    private int gap(int left, int right) {
        return graph.isBend(left) || graph.isBend(right) ? BEND_GAP : NODE_GAP;
    }

    private int distance(int left, int right) {
        return graph.right(left) + gap(left, right) + graph.left(right);
    }

    /**
     * Places the chains, each of which has one axis. The layers without the first vertex of each are the arrows of an
     * acyclic graph between chains, because chains do not cross.
     */
    private double[] compact(int[] root, boolean fromLeft) {
        int vertices = graph.vertices();
        int count = vertices - layers.length;
        int[] lefts = new int[count];
        int[] rights = new int[count];
        int[] distances = new int[count];
        int next = 0;
        for (int[] layer : layers) {
            for (int i = 1; i < layer.length; i++) {
                lefts[next] = root[layer[i - 1]];
                rights[next] = root[layer[i]];
                distances[next++] = distance(layer[i - 1], layer[i]);
            }
        }
        int[] before = fromLeft ? lefts : rights;
        int[] after = fromLeft ? rights : lefts;
        Lists outgoing = Lists.indexes(vertices, before);
        int[] order = order(root, after, outgoing);
        double[] place = new double[vertices];
        for (int chain : order) {
            for (int i = 0; i < outgoing.size(chain); i++) {
                int arrow = outgoing.get(chain, i);
                place[after[arrow]] = Math.max(place[after[arrow]], place[chain] + distances[arrow]);
            }
        }
        for (int i = order.length - 1; i >= 0; i--) {
            int chain = order[i];
            double room = Double.MAX_VALUE;
            for (int j = 0; j < outgoing.size(chain); j++) {
                int arrow = outgoing.get(chain, j);
                room = Math.min(room, place[after[arrow]] - distances[arrow]);
            }
            if (room < Double.MAX_VALUE) {
                place[chain] = Math.max(place[chain], room);
            }
        }
        double[] result = new double[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            result[vertex] = fromLeft ? place[root[vertex]] : -place[root[vertex]];
        }
        return result;
    }

    /** The chains, each after those before it. */
    private static int[] order(int[] root, int[] after, Lists outgoing) {
        int[] missing = new int[root.length];
        for (int each : after) {
            missing[each]++;
        }
        IntList order = new IntList(root.length);
        for (int vertex = 0; vertex < root.length; vertex++) {
            if (root[vertex] == vertex && missing[vertex] == 0) {
                order.add(vertex);
            }
        }
        for (int i = 0; i < order.size(); i++) {
            int chain = order.get(i);
            for (int j = 0; j < outgoing.size(chain); j++) {
                int next = after[outgoing.get(chain, j)];
                if (--missing[next] == 0) {
                    order.add(next);
                }
            }
        }
        return order.toArray();
    }

    private int[] balanced(double[][] all) {
        double[] lows = new double[4];
        double[] highs = new double[4];
        int narrowest = 0;
        for (int i = 0; i < 4; i++) {
            lows[i] = Double.MAX_VALUE;
            highs[i] = -Double.MAX_VALUE;
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                lows[i] = Math.min(lows[i], all[i][vertex] - graph.left(vertex));
                highs[i] = Math.max(highs[i], all[i][vertex] + graph.right(vertex));
            }
            if (highs[i] - lows[i] < highs[narrowest] - lows[narrowest]) {
                narrowest = i;
            }
        }
        for (int i = 0; i < 4; i++) {
            // those from the left meet the narrowest one at its left border, the others at its right one
            double shift = i % 2 == 0 ? lows[narrowest] - lows[i] : highs[narrowest] - highs[i];
            for (int vertex = 0; vertex < graph.vertices(); vertex++) {
                all[i][vertex] += shift;
            }
        }
        double[] mean = new double[graph.vertices()];
        double[] four = new double[4];
        double low = Double.MAX_VALUE;
        for (int vertex = 0; vertex < mean.length; vertex++) {
            for (int i = 0; i < 4; i++) {
                four[i] = all[i][vertex];
            }
            Arrays.sort(four);
            mean[vertex] = (four[1] + four[2]) / 2;
            low = Math.min(low, mean[vertex] - graph.left(vertex));
        }
        return rounded(mean, low);
    }

    /** Whole numbers. Rounding may take a unit of a distance, which is given back from the left to the right. */
    private int[] rounded(double[] mean, double low) {
        int[] result = new int[mean.length];
        for (int[] layer : layers) {
            for (int i = 0; i < layer.length; i++) {
                int found = (int) Math.floor(mean[layer[i]] - low);
                int least = i == 0 ? found : result[layer[i - 1]] + distance(layer[i - 1], layer[i]) - 1;
                result[layer[i]] = Math.max(found, least);
            }
        }
        return result;
    }
}
