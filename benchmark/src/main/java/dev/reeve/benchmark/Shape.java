package dev.reeve.benchmark;

/** How the steps of a graph hang together. */
enum Shape {
    /** All between one first and one last step. */
    WIDE,
    /** One after the other. */
    DEEP,
    /** Layers of equal width; a step comes after two steps of the layer before. */
    LAYERED,
    /** What the language has: {@code switch}, {@code join}, {@code forEach} and {@code repeat}, many of each. */
    MIXED
}
