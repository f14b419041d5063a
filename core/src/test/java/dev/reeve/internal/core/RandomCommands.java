package dev.reeve.internal.core;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Reports of agents and commands of people, at random. The numbers are drawn in a fixed order, so that a seed gives
 * the same run.
 */
public final class RandomCommands {

    private static final List<Cause> CAUSES = List.of(Cause.values());

    private final RandomGenerator random;
    private final int trouble;

    /** @param trouble how much can go wrong: from 0, nothing, to 99, everything */
    public RandomCommands(RandomGenerator random, int trouble) {
        this.random = random;
        this.trouble = trouble;
    }

    /** The newest of these tokens, or another one; now and then a forged one. */
    public AttemptToken token(List<AttemptToken> tokens) {
        AttemptToken token = tokens.get(random.nextInt(10) < 7 ? tokens.size() - 1 : random.nextInt(tokens.size()));
        return random.nextInt(20) == 0
                ? new AttemptToken(token.execution(), token.step(), token.purpose(), token.attempt(), random.nextLong())
                : token;
    }

    /** How often an agent sends a report: once, or now and then twice. */
    public int reports() {
        return random.nextInt(10) == 0 ? 2 : 1;
    }

    /** The answer of a probe. */
    public Json probed() {
        return new Json(
                switch (random.nextInt(6)) {
                    case 0, 1 -> "{\"state\":\"done\",\"output\":" + random.nextInt(1000) + "}";
                    case 2 -> "{\"state\":\"notDone\"}";
                    case 3 -> "{\"state\":\"running\"}";
                    case 4 -> "{\"state\":\"unknown\"}";
                    default -> "[]";
                });
    }

    public Failure failure(String message) {
        Cause cause = CAUSES.get(random.nextInt(CAUSES.size()));
        Duration retryAfter =
                cause == Cause.THROTTLED && random.nextBoolean() ? Duration.ofSeconds(random.nextInt(60)) : null;
        return new Failure(cause, "RANDOM", message, null, retryAfter, random.nextBoolean());
    }

    /**
     * The command of a person.
     *
     * @param input for a retry with another input
     */
    public Command helpFor(StepPath path, Json input) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> new Command.RetryStep(path, "ann");
            case 2 -> new Command.RetryStep(path, "ann", "by chance", input);
            case 3 -> new Command.ResolveStep(path, new Json("0"), "ann");
            case 4 -> new Command.SkipStep(path, "ann");
            case 5 -> new Command.ProbeStep(path, "ann", "by chance");
            case 6 -> new Command.Pause("ann", "by chance");
            case 7, 8 -> new Command.Resume("ann", "by chance");
            default ->
                random.nextInt(300) < trouble
                        ? new Command.Compensate("ann", "by chance")
                        : new Command.Resume("ann", "by chance");
        };
    }
}
