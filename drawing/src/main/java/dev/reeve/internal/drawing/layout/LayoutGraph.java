package dev.reeve.internal.drawing.layout;

/**
 * Boxes and the arrows between them. A box has an axis, where arrows come and go; it reaches to the left and to the
 * right of the axis. For one thread.
 */
public final class LayoutGraph {

    private final IntList left = new IntList();
    private final IntList right = new IntList();
    private final IntList height = new IntList();
    private final IntList port = new IntList();
    private final IntList from = new IntList();
    private final IntList to = new IntList();

    /**
     * Adds a box.
     *
     * @param left how far it reaches to the left of its axis
     * @param right how far it reaches to the right of its axis
     * @param height its height
     * @param port how far from the axis an arrow may come or go
     * @return its number, from 0
     */
    public int node(int left, int right, int height, int port) {
        this.left.add(left);
        this.right.add(right);
        this.height.add(height);
        this.port.add(port);
        return this.left.size() - 1;
    }

    /**
     * Adds an arrow. The arrows have no cycle.
     *
     * @return its number, from 0
     */
    public int edge(int from, int to) {
        this.from.add(from);
        this.to.add(to);
        return this.from.size() - 1;
    }

    int nodes() {
        return left.size();
    }

    int edges() {
        return from.size();
    }

    int left(int node) {
        return left.get(node);
    }

    int right(int node) {
        return right.get(node);
    }

    int height(int node) {
        return height.get(node);
    }

    int port(int node) {
        return port.get(node);
    }

    int[] from() {
        return from.toArray();
    }

    int[] to() {
        return to.toArray();
    }
}
