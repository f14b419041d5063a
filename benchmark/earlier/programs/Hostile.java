package dev.reeve.benchmark.earlier;

import dev.reeve.agent.StepFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An engine of one lane with an execution that holds it, and other executions, one after the other, beside it. */
final class Hostile {

    private static final long WATCH_MILLIS = 3_000;
    private static final int ITEMS = 12_000;
    private static final int PAIRS = 14;

    private Hostile() {}

    /** Arguments: the store, the case, and the longest time to wait in seconds. */
    public static void main(String[] args) throws Exception {
        Program.endWithTheDriver();
        long seconds = Long.parseLong(args[2]);
        Engine engine = Release.open(new Place(args[0]), 1);
        engine.deploy("workflow: quick\nsteps:\n  only: { action: %s }\n".formatted(Engine.ACTION));
        engine.deploy("""
                workflow: hostile
                completeBy: 1h
                steps:
                  only:
                    action: %s
                    input: { throttle: %s, value: "${ %s }" }
                    retry: { maxAttempts: 1 }
                """.formatted(Engine.ACTION, args[1].equals("throttle"), expression(args[1])));
        engine.agent(2, input -> {
            if (input.contains("\"throttle\":true")) {
                throw StepFailure.throttled(Duration.ofSeconds(Long.MAX_VALUE));
            }
            return "{}";
        });
        quick(engine, seconds);
        CompletableFuture<String> hostile =
                engine.run("hostile", "", input(args[1])).toCompletableFuture();
        double longest = 0;
        long begun = System.nanoTime();
        while (Program.millisSince(begun) < WATCH_MILLIS && longest < seconds * 1000) {
            longest = Math.max(longest, quick(engine, seconds));
            Program.tell("longestMillis", longest);
        }
        Program.tell("hostile", hostile.isDone() ? "ended as " + hostile.join() : "has not ended");
        Runtime.getRuntime().halt(0);
    }

    private static String expression(String name) {
        return switch (name) {
            case "uppercase" -> "$length($uppercase($pad('', 120000, 'ß')))";
            case "distinct" -> "$count($distinct(input.list))";
            case "formatInteger" -> "$length($formatInteger(1, $pad('', 60000, '0')))";
            case "throttle" -> "1 + 1";
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** For the case with a list, objects whose hashes are all equal. */
    private static String input(String name) {
        if (!name.equals("distinct")) {
            return "{}";
        }
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < ITEMS; i++) {
            list.append(i == 0 ? "{\"k\":\"" : "\"},{\"k\":\"");
            for (int bit = 0; bit < PAIRS; bit++) {
                list.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
        }
        return "{\"list\":[" + list + "\"}]}";
    }

    /** The time until another execution has ended, in milliseconds; the maximum if it has not. */
    private static double quick(Engine engine, long seconds) throws Exception {
        long begun = System.nanoTime();
        try {
            engine.run("quick", "", "{}").toCompletableFuture().get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return seconds * 1000;
        }
        return Program.millisSince(begun);
    }
}
