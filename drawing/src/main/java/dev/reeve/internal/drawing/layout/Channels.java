package dev.reeve.internal.drawing.layout;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Gives each net a line between two layers on which its arrows turn, so that nets cross seldom and never lie on each
 * other.
 *
 * <p>Between two layers this is the routing of hyperedges of Sander, <i>Layout of Directed Hypergraphs with Orthogonal
 * Hyperedges</i> (2003): the order of two nets decides how often they cross. With few nets, the order is improved pair
 * by pair. With many, it is the one that is best for arrows which all lead to the same side.
 */
final class Channels {

    private static final int PAIRS_MAX = 64;
    private static final int ROUNDS_MAX = 8;

    /** Nets whose ends are closer than this are drawn as if they lay on each other. */
    private static final int CLOSE = 6;

    private static final int OVERLAP = 50;

    private static final int BESIDE_GAP = 28;
    private static final int BESIDE_SPACING = 8;
    private static final int BESIDE_WIDTH_MAX = 2_400;

    /** The turn of a straight net. */
    static final int STRAIGHT = -1;

    private final LayeredGraph graph;
    private final Ports ports;
    private final int[] turnOfSegment;
    private final int[] turnLeaving;
    private final int[] turnComing;
    private final int[] besideOfNet;
    private final int[] turns;
    private int right;

    /**
     * @param right the right border of all nodes
     */
    Channels(LayeredGraph graph, Ports ports, int right) {
        this.graph = graph;
        this.ports = ports;
        this.right = right;
        this.turnOfSegment = new int[graph.segments()];
        this.turnLeaving = new int[graph.graph().edges()];
        this.turnComing = new int[graph.graph().edges()];
        this.besideOfNet = new int[graph.nets()];
        this.turns = new int[graph.layers()];
        placeBeside();
        int[] gaps = new int[graph.segments()];
        for (int segment = 0; segment < gaps.length; segment++) {
            gaps[segment] = graph.layer(graph.upper(segment));
        }
        Lists byGap = Lists.indexes(graph.layers(), gaps);
        Lists leaving = beside(true);
        Lists coming = beside(false);
        for (int gap = 0; gap + 1 < graph.layers(); gap++) {
            new Gap(gap, byGap, leaving, coming).route();
        }
    }

    /** The arrows that pass beside the drawing, by the gap in which they leave or come. */
    private Lists beside(boolean leaving) {
        IntList gaps = new IntList();
        IntList edges = new IntList();
        for (int edge = 0; edge < graph.graph().edges(); edge++) {
            if (graph.isBeside(edge)) {
                gaps.add(leaving ? graph.layer(graph.from(edge)) : graph.layer(graph.to(edge)) - 1);
                edges.add(edge);
            }
        }
        return Lists.of(graph.layers(), gaps.toArray(), edges.toArray());
    }

    /** The lines beside the drawing. Nets at different heights share one. */
    private void placeBeside() {
        int[] first = new int[graph.nets()];
        int[] last = new int[graph.nets()];
        Arrays.fill(first, Integer.MAX_VALUE);
        IntList nets = new IntList();
        for (int edge = 0; edge < graph.graph().edges(); edge++) {
            if (graph.isBeside(edge)) {
                int net = graph.net(edge);
                if (first[net] == Integer.MAX_VALUE) {
                    nets.add(net);
                }
                first[net] = Math.min(first[net], graph.layer(graph.from(edge)));
                last[net] = Math.max(last[net], graph.layer(graph.to(edge)));
            }
        }
        long[] order = new long[nets.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = ((long) first[nets.get(i)] << 32) | nets.get(i);
        }
        Arrays.sort(order);
        PriorityQueue<Long> ends = new PriorityQueue<>();
        int lines = 0;
        for (long each : order) {
            int net = (int) each;
            Long free = ends.peek();
            int line;
            if (free != null && free >>> 32 < first[net]) {
                ends.remove();
                line = free.intValue();
            } else {
                line = lines++;
            }
            besideOfNet[net] = line;
            ends.add(((long) last[net] << 32) | line);
        }
        int start = right + BESIDE_GAP;
        for (long each : order) {
            int line = besideOfNet[(int) each];
            besideOfNet[(int) each] = start + (int) (line * besideSpacing(lines));
            right = Math.max(right, besideOfNet[(int) each]);
        }
    }

    private static double besideSpacing(int lines) {
        return Math.min(BESIDE_SPACING, BESIDE_WIDTH_MAX / (double) lines);
    }

    /** The right border of everything. */
    int right() {
        return right;
    }

    /** The line beside the drawing of a net. */
    int beside(int net) {
        return besideOfNet[net];
    }

    /** The number of turns below a layer. */
    int turns(int gap) {
        return turns[gap];
    }

    /** The turn of a segment, from 0; {@link #STRAIGHT} if it has none. */
    int turn(int segment) {
        return turnOfSegment[segment];
    }

    /** The turn of an arrow on its way to the side. */
    int turnLeaving(int edge) {
        return turnLeaving[edge];
    }

    /** The turn of an arrow on its way from the side. */
    int turnComing(int edge) {
        return turnComing[edge];
    }

    /** The room between two layers. */
    private final class Gap {

        private final int gap;
        private final int[] nets;
        private final int[] items;
        private final int[] starts;
        private final int count;
        private final int[][] uppers;
        private final int[][] lowers;
        private final int[] from;
        private final int[] to;

        /** An item is a segment, or an arrow that leaves ({@code 2 × edge + 1}) or comes (2 × edge), complemented. */
        Gap(int gap, Lists segments, Lists leaving, Lists coming) {
            this.gap = gap;
            IntList found = new IntList();
            for (int i = 0; i < segments.size(gap); i++) {
                found.add(segments.get(gap, i));
            }
            for (int i = 0; i < leaving.size(gap); i++) {
                found.add(~(2 * leaving.get(gap, i) + 1));
            }
            for (int i = 0; i < coming.size(gap); i++) {
                found.add(~(2 * coming.get(gap, i)));
            }
            long[] keys = new long[found.size()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = ((long) net(found.get(i)) << 32) | i;
            }
            Arrays.sort(keys);
            items = new int[keys.length];
            IntList start = new IntList();
            IntList ofNets = new IntList();
            for (int i = 0; i < keys.length; i++) {
                items[i] = found.get((int) keys[i]);
                if (i == 0 || keys[i] >>> 32 != keys[i - 1] >>> 32) {
                    start.add(i);
                    ofNets.add((int) (keys[i] >>> 32));
                }
            }
            count = start.size();
            start.add(items.length);
            starts = start.toArray();
            nets = ofNets.toArray();
            uppers = new int[count][];
            lowers = new int[count][];
            from = new int[count];
            to = new int[count];
            for (int i = 0; i < count; i++) {
                findEnds(i);
            }
        }

        private int net(int item) {
            return item < 0 ? graph.net(~item / 2) : graph.netOfSegment(item);
        }

        private void findEnds(int index) {
            int size = starts[index + 1] - starts[index];
            uppers[index] = new int[size];
            lowers[index] = new int[size];
            for (int i = 0; i < size; i++) {
                int item = items[starts[index] + i];
                boolean leaves = item < 0 && (~item & 1) == 1;
                uppers[index][i] =
                        item >= 0 ? ports.upper(item) : leaves ? ports.leaving(~item / 2) : besideOfNet[nets[index]];
                lowers[index][i] =
                        item >= 0 ? ports.lower(item) : leaves ? besideOfNet[nets[index]] : ports.coming(~item / 2);
            }
            Arrays.sort(uppers[index]);
            Arrays.sort(lowers[index]);
            from[index] = Math.min(uppers[index][0], lowers[index][0]);
            to[index] = Math.max(uppers[index][size - 1], lowers[index][size - 1]);
        }

        void route() {
            IntList turning = new IntList();
            for (int i = 0; i < count; i++) {
                if (to[i] - from[i] > 1) {
                    turning.add(i);
                } else {
                    set(i, STRAIGHT);
                }
            }
            int[] order = byDirection(turning.toArray());
            if (order.length <= PAIRS_MAX) {
                improve(order);
            }
            assign(order);
        }

        /** Those that lead to the right come from the right to the left, and the others the other way round. */
        private int[] byDirection(int[] turning) {
            long[] keys = new long[turning.length];
            for (int i = 0; i < turning.length; i++) {
                int net = turning[i];
                int source = uppers[net][uppers[net].length / 2];
                boolean leadsRight = to[net] - source >= source - from[net];
                keys[i] = ((leadsRight ? (long) (1 << 30) - source : source + (1L << 30)) << 24) | i;
            }
            Arrays.sort(keys);
            int[] order = new int[turning.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = turning[(int) (keys[i] & 0xff_ffff)];
            }
            return order;
        }

        private void improve(int[] order) {
            boolean better = true;
            for (int round = 0; round < ROUNDS_MAX && better; round++) {
                better = false;
                for (int i = 1; i < order.length; i++) {
                    better |= insert(order, i);
                }
            }
        }

        /** Moves a net up to where it costs least. */
        private boolean insert(int[] order, int at) {
            int net = order[at];
            long cost = 0;
            long least = 0;
            int place = at;
            for (int i = at - 1; i >= 0; i--) {
                cost += cost(net, order[i]) - cost(order[i], net);
                if (cost < least) {
                    least = cost;
                    place = i;
                }
            }
            if (place == at) {
                return false;
            }
            System.arraycopy(order, place, order, place + 1, at - place);
            order[place] = net;
            return true;
        }

        /** The crossings of two nets if the first one turns above the second one. */
        private long cost(int high, int low) {
            return crossed(uppers[low], from[high], to[high])
                    + crossed(lowers[high], from[low], to[low])
                    + overlaps(lowers[high], uppers[low]);
        }

        private static long crossed(int[] sorted, int from, int to) {
            long sum = 0;
            for (int i = 0; i < sorted.length; i++) {
                if (sorted[i] > from && sorted[i] < to && (i == 0 || sorted[i] != sorted[i - 1])) {
                    sum++;
                }
            }
            return sum;
        }

        private static long overlaps(int[] lowers, int[] uppers) {
            long sum = 0;
            int next = 0;
            for (int lower : lowers) {
                while (next < uppers.length && uppers[next] < lower - CLOSE) {
                    next++;
                }
                if (next < uppers.length && uppers[next] <= lower + CLOSE) {
                    sum += OVERLAP;
                }
            }
            return sum;
        }

        /** Each net turns below those before it that it would touch. */
        private void assign(int[] order) {
            int[] places = new int[order.length * 2];
            for (int i = 0; i < order.length; i++) {
                places[2 * i] = from[order[i]] - CLOSE;
                places[2 * i + 1] = to[order[i]] + CLOSE;
            }
            Arrays.sort(places);
            HighestTurn highest = new HighestTurn(places.length);
            int most = 0;
            for (int net : order) {
                int low = Arrays.binarySearch(places, from[net] - CLOSE);
                int high = Arrays.binarySearch(places, to[net] + CLOSE);
                int turn = highest.between(low, high) + 1;
                highest.put(low, high, turn);
                set(net, turn - 1);
                most = Math.max(most, turn);
            }
            turns[gap] = most;
        }

        private void set(int index, int turn) {
            for (int i = starts[index]; i < starts[index + 1]; i++) {
                int item = items[i];
                if (item >= 0) {
                    turnOfSegment[item] = turn;
                } else if ((~item & 1) == 1) {
                    turnLeaving[~item / 2] = turn;
                } else {
                    turnComing[~item / 2] = turn;
                }
            }
        }
    }
}
