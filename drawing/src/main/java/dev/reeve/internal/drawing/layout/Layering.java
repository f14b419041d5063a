package dev.reeve.internal.drawing.layout;

/**
 * Gives each node a layer below those of its predecessors.
 *
 * <p>A node is as high as its predecessors allow (the longest path), so steps that may run together are beside each
 * other. A layer has a maximum number of nodes, and the rest of them go to the next one, as in Coffman and Graham,
 * <i>Optimal scheduling for two-processor systems</i> (1972). The nodes come in the order of a search in depth, so
 * the rest takes what follows it along. At last a node with more arrows below than above sinks, which shortens them.
 */
final class Layering {

    private static final int WIDTH_MIN = 10;
    private static final int PASSES = 3;

    private final int nodes;
    private final Lists above;
    private final Lists below;
    private final int widthMax;
    private final int[] order;
    private final int[] layer;
    private final int[] sizes;

    private Layering(LayoutGraph graph) {
        this.nodes = graph.nodes();
        int[] from = graph.from();
        int[] to = graph.to();
        this.below = Lists.of(nodes, from, to);
        this.above = Lists.of(nodes, to, from);
        this.widthMax = Math.max(WIDTH_MIN, (int) Math.ceil(Math.sqrt(nodes)));
        this.order = new int[nodes];
        this.layer = new int[nodes];
        this.sizes = new int[nodes + 1];
    }

    /** The layers of the nodes, from 0. No layer is empty. */
    static int[] of(LayoutGraph graph) {
        Layering layering = new Layering(graph);
        layering.sort();
        layering.raise();
        for (int pass = 0; pass < PASSES; pass++) {
            layering.sink();
        }
        return layering.withoutGaps();
    }

    /** The nodes, each after its predecessors. */
    private void sort() {
        int[] missing = new int[nodes];
        IntList ready = new IntList();
        for (int node = nodes - 1; node >= 0; node--) {
            missing[node] = above.size(node);
            if (missing[node] == 0) {
                ready.add(node);
            }
        }
        int count = 0;
        while (ready.size() > 0) {
            int node = ready.removeLast();
            order[count++] = node;
            for (int i = below.size(node) - 1; i >= 0; i--) {
                int next = below.get(node, i);
                if (--missing[next] == 0) {
                    ready.add(next);
                }
            }
        }
        if (count < nodes) {
            throw new IllegalArgumentException("the graph has a cycle");
        }
    }

    private void raise() {
        // of each full layer, the next one that may have room
        int[] room = new int[nodes + 2];
        for (int i = 0; i < room.length; i++) {
            room[i] = i;
        }
        for (int node : order) {
            int least = 0;
            for (int i = 0; i < above.size(node); i++) {
                least = Math.max(least, layer[above.get(node, i)] + 1);
            }
            int found = withRoom(room, least);
            layer[node] = found;
            if (++sizes[found] == widthMax) {
                room[found] = found + 1;
            }
        }
    }

    private static int withRoom(int[] room, int from) {
        int found = from;
        while (room[found] != found) {
            found = room[found];
        }
        for (int at = from; room[at] != found && at != found; ) {
            int next = room[at];
            room[at] = found;
            at = next;
        }
        return found;
    }

    private void sink() {
        for (int i = nodes - 1; i >= 0; i--) {
            int node = order[i];
            if (below.size(node) > above.size(node) && above.size(node) > 0) {
                int lowest = Integer.MAX_VALUE;
                for (int j = 0; j < below.size(node); j++) {
                    lowest = Math.min(lowest, layer[below.get(node, j)] - 1);
                }
                if (lowest > layer[node] && sizes[lowest] < widthMax) {
                    sizes[layer[node]]--;
                    sizes[lowest]++;
                    layer[node] = lowest;
                }
            }
        }
    }

    private int[] withoutGaps() {
        int[] number = new int[nodes + 1];
        int next = 0;
        for (int i = 0; i <= nodes; i++) {
            number[i] = next;
            if (sizes[i] > 0) {
                next++;
            }
        }
        int[] result = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            result[node] = number[layer[node]];
        }
        return result;
    }
}
