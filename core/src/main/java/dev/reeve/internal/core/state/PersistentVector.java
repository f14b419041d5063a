package dev.reeve.internal.core.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable vector of fixed size, as a trie with 32 children per node (Bagwell, "Ideal Hash Trees", 2001, as in
 * Clojure's vectors). Replacing one element copies one node per level: one small array for up to 32 elements, three
 * for 20,000. The rest is shared with the previous vector.
 */
public final class PersistentVector<T> {

    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;
    private static final int MASK = WIDTH - 1;

    private final int size;
    /** The shift of an index that gives the child of the root. */
    private final int shift;
    /** Leaves hold elements, and other nodes hold nodes. Arrays have no spare room. */
    private final Object[] root;

    private final @Nullable Meter meter;

    private PersistentVector(int size, int shift, Object[] root, @Nullable Meter meter) {
        this.size = size;
        this.shift = shift;
        this.root = root;
        this.meter = meter;
    }

    /** Counts the accesses to a vector and all vectors derived from it, for tests of the cost of a transition. */
    public static final class Meter {
        public long reads;
        public long cellsCopied;
    }

    /**
     * Creates a vector.
     *
     * @param elements the elements, none of them null; the array is not kept
     * @param meter the counter for tests; null in production
     */
    static <T> PersistentVector<T> of(T[] elements, @Nullable Meter meter) {
        Object[] level = Arrays.copyOf(elements, elements.length, Object[].class);
        int shift = 0;
        while (level.length > WIDTH) {
            Object[] parents = new Object[(level.length + MASK) >>> BITS];
            for (int i = 0; i < parents.length; i++) {
                parents[i] = Arrays.copyOfRange(level, i << BITS, Math.min((i + 1) << BITS, level.length));
            }
            level = parents;
            shift += BITS;
        }
        if (meter != null) {
            meter.cellsCopied += elements.length;
        }
        return new PersistentVector<>(elements.length, shift, level, meter);
    }

    int size() {
        return size;
    }

    @Nullable Meter meter() {
        return meter;
    }

    T get(int index) {
        if (meter != null) {
            meter.reads++;
        }
        Object[] node = root;
        for (int level = shift; level > 0; level -= BITS) {
            node = (Object[]) node[(index >>> level) & MASK];
        }
        @SuppressWarnings("unchecked") // leaves hold elements only
        T element = (T) node[index & MASK];
        return element;
    }

    /** A copy with another element at one index. */
    PersistentVector<T> with(int index, T element) {
        Object[] newRoot = copy(root);
        Object[] node = newRoot;
        for (int level = shift; level > 0; level -= BITS) {
            int child = (index >>> level) & MASK;
            Object[] newChild = copy((Object[]) node[child]);
            node[child] = newChild;
            node = newChild;
        }
        node[index & MASK] = element;
        return new PersistentVector<>(size, shift, newRoot, meter);
    }

    /** A copy with all elements replaced by {@code elements}, which must have the same size. */
    PersistentVector<T> withAll(T[] elements) {
        return of(elements, meter);
    }

    private Object[] copy(Object[] node) {
        if (meter != null) {
            meter.cellsCopied += node.length;
        }
        return node.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PersistentVector<?> that && size == that.size && Arrays.deepEquals(root, that.root);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(root);
    }
}
