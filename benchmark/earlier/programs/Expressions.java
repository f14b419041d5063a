package dev.reeve.benchmark.earlier;

/** Opens a store with many deployed expressions. */
final class Expressions {

    private static final int EACH = 1_000;
    private static final int PER_STEP = 10;
    private static final int COLLECTIONS = 5;

    private Expressions() {}

    /** Arguments: the store, and the number of expressions to deploy first, or 0 to open the store alone. */
    public static void main(String[] args) {
        Program.endWithTheDriver();
        int count = Integer.parseInt(args[1]);
        long heap = heapBytes();
        long begun = System.nanoTime();
        try (Engine engine = Release.open(new Place(args[0]), 0)) {
            if (count == 0) {
                Program.tell("openMillis", Program.millisSince(begun));
                Program.tell("heapMiB", (heapBytes() - heap) / 1048576.0);
            }
            for (int from = 0; from < count; from += EACH) {
                engine.deploy(definition(from, Math.min(count, from + EACH)));
            }
            if (count > 0) {
                Program.tell("deployMillis", Program.millisSince(begun));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static String definition(int from, int to) {
        StringBuilder yaml = new StringBuilder("workflow: definition_%d\nsteps:\n".formatted(from));
        for (int i = from; i < to; i++) {
            if ((i - from) % PER_STEP == 0) {
                yaml.append("  step%d:\n    action: %s\n    input:\n".formatted(i, Engine.ACTION));
            }
            yaml.append("      f%d: \"${ input.order.f%<d }\"\n".formatted(i));
        }
        return yaml.toString();
    }

    private static long heapBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
