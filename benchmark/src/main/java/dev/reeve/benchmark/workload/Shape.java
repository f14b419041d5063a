package dev.reeve.benchmark.workload;

/** The shape of a graph of steps. */
public enum Shape {
    /** All between one first and one last step. */
    WIDE,
    /** A chain. */
    DEEP,
    /** Layers of equal width. A step comes after two steps of the layer before. */
    LAYERED,
    /** All constructs: {@code switch}, {@code join}, {@code forEach} and {@code repeat}, many of each. */
    MIXED,
    /** One {@code forEach} over a list in the input, which the input of each item reads, too. */
    ITEMS,
    /** The same with batches of {@link Workflows#BATCH} elements. */
    BATCHES;

    /** Whether the size is the number of elements of a list in the input. */
    public boolean isOfList() {
        return this == ITEMS || this == BATCHES;
    }
}
