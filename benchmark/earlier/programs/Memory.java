package dev.reeve.benchmark.earlier;

/** Starts of large inputs with an agent that never answers; then the store is opened again. */
final class Memory {

    private static final int INPUT_BYTES = 256 * 1024;
    private static final int SLOTS = 4;
    private static final String KEY = "key-";

    private Memory() {}

    /** Arguments: the store, the maximum of starts, or 0 to open the store alone, and which one to cancel then. */
    public static void main(String[] args) {
        Program.endWithTheDriver();
        int count = Integer.parseInt(args[1]);
        long begun = System.nanoTime();
        try {
            Engine engine = Release.open(new Place(args[0]), 0);
            engine.deploy(Program.chain(1));
            if (count > 0) {
                fill(engine, count);
                Program.tell("answers", engine.read(KEY + 0));
            } else {
                Program.tell("openMillis", Program.millisSince(begun));
                Program.tell("cancelled", engine.cancel(KEY + args[2]));
            }
        } catch (RuntimeException e) {
            Program.tell("failure", Program.failure(e));
        }
        // as a crash would
        Runtime.getRuntime().halt(0);
    }

    private static void fill(Engine engine, int count) {
        engine.agent(SLOTS, input -> {
            Program.neverReturn();
            return input;
        });
        for (int i = 0; i < count; i++) {
            try {
                // a text of its own for each, as from a network
                engine.start("chain1", KEY + i, "{\"text\":\"%s%d\"}".formatted("x".repeat(INPUT_BYTES), i));
            } catch (RuntimeException e) {
                if (engine.isOverloaded(e)) {
                    Program.tell("overloaded", true);
                    return;
                }
                throw e;
            }
            Program.tell("started", i + 1);
        }
    }
}
