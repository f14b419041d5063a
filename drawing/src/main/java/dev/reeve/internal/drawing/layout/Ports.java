package dev.reeve.internal.drawing.layout;

import java.util.Arrays;

/**
 * Where the arrows leave and reach the borders of nodes. A net has one port at each of its nodes, so that arrows of
 * different nets never share a line. A port is above or below the other end if it can be, so that the arrow is
 * straight; otherwise it is near the axis.
 */
final class Ports {

    private static final int SPACING = 16;
    private static final int FAR = 1 << 30;

    private final LayeredGraph graph;
    private final int[] axis;
    private final int[] upperPlace;
    private final int[] lowerPlace;
    private final int[] leavingBeside;
    private final int[] comingFromBeside;

    /**
     * @param axis of each vertex
     */
    Ports(LayeredGraph graph, int[] axis) {
        this.graph = graph;
        this.axis = axis;
        this.upperPlace = new int[graph.segments()];
        this.lowerPlace = new int[graph.segments()];
        for (int segment = 0; segment < graph.segments(); segment++) {
            upperPlace[segment] = axis[graph.upper(segment)];
            lowerPlace[segment] = axis[graph.lower(segment)];
        }
        this.leavingBeside = new int[graph.graph().edges()];
        this.comingFromBeside = new int[graph.graph().edges()];
        new Side(true).place();
        new Side(false).place();
    }

    int upper(int segment) {
        return upperPlace[segment];
    }

    int lower(int segment) {
        return lowerPlace[segment];
    }

    /** Where an arrow that passes beside the drawing leaves its source. */
    int leaving(int edge) {
        return leavingBeside[edge];
    }

    /** Where an arrow that passed beside the drawing reaches its target. */
    int coming(int edge) {
        return comingFromBeside[edge];
    }

    /** The lower borders of all nodes, or the upper ones. */
    private final class Side {

        private final boolean lowerBorder;

        /** Segments, and arrows beside as complements, by the nodes at whose borders they end. */
        private final Lists ends;

        Side(boolean lowerBorder) {
            this.lowerBorder = lowerBorder;
            IntList found = new IntList();
            IntList nodes = new IntList();
            for (int segment = 0; segment < graph.segments(); segment++) {
                if (!graph.isBend(node(segment))) {
                    found.add(segment);
                    nodes.add(node(segment));
                }
            }
            for (int edge = 0; edge < graph.graph().edges(); edge++) {
                if (graph.isBeside(edge)) {
                    found.add(~edge);
                    nodes.add(node(~edge));
                }
            }
            this.ends = Lists.of(graph.graph().nodes(), nodes.toArray(), found.toArray());
        }

        private int node(int end) {
            if (end < 0) {
                return lowerBorder ? graph.from(~end) : graph.to(~end);
            }
            return lowerBorder ? graph.upper(end) : graph.lower(end);
        }

        private int net(int end) {
            return end < 0 ? graph.net(~end) : graph.netOfSegment(end);
        }

        private int other(int end) {
            if (end < 0) {
                return FAR;
            }
            return lowerBorder ? lowerPlace[end] : upperPlace[end];
        }

        private void set(int end, int place) {
            if (end < 0) {
                (lowerBorder ? leavingBeside : comingFromBeside)[~end] = place;
            } else {
                (lowerBorder ? upperPlace : lowerPlace)[end] = place;
            }
        }

        void place() {
            for (int node = 0; node < ends.keys(); node++) {
                if (ends.size(node) > 0) {
                    place(node);
                }
            }
        }

        private void place(int node) {
            long[] keys = new long[ends.size(node)];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = ((long) net(ends.get(node, i)) << 32) | i;
            }
            Arrays.sort(keys);
            int[] sorted = new int[keys.length];
            IntList starts = new IntList();
            for (int i = 0; i < keys.length; i++) {
                sorted[i] = ends.get(node, (int) keys[i]);
                if (i == 0 || keys[i] >>> 32 != keys[i - 1] >>> 32) {
                    starts.add(i);
                }
            }
            int nets = starts.size();
            starts.add(keys.length);
            place(node, sorted, starts, nets);
        }

        /** Places the ports of a node, one for each run of its ends. */
        private void place(int node, int[] sorted, IntList starts, int count) {
            long[] order = new long[count];
            for (int i = 0; i < count; i++) {
                long sum = 0;
                for (int j = starts.get(i); j < starts.get(i + 1); j++) {
                    sum += other(sorted[j]);
                }
                order[i] = ((sum / (starts.get(i + 1) - starts.get(i))) << 24) | i;
            }
            Arrays.sort(order);
            int reach = graph.graph().port(node);
            double[] wanted = new double[count];
            double[] weights = new double[count];
            for (int i = 0; i < count; i++) {
                int net = (int) (order[i] & 0xff_ffff);
                boolean alone = starts.get(net + 1) - starts.get(net) == 1;
                int away = other(sorted[starts.get(net)]) - axis[node];
                boolean straight = alone && Math.abs(away) <= reach;
                wanted[i] = straight ? away : alone && count > 1 ? Math.clamp(away, -SPACING, SPACING) : 0;
                weights[i] = straight ? 100_000 : alone ? 1 : 10;
            }
            int[] places = Spread.of(wanted, weights, SPACING, reach);
            for (int i = 0; i < count; i++) {
                int net = (int) (order[i] & 0xff_ffff);
                for (int j = starts.get(net); j < starts.get(net + 1); j++) {
                    set(sorted[j], axis[node] + places[i]);
                }
            }
        }
    }
}
