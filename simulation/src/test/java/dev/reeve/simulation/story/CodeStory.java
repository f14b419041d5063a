package dev.reeve.simulation.story;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A service refuses a step with a code, perhaps after the work was done, and perhaps says later that it was not done.
 * The code decides in each case what follows (S7, V5).
 */
public final class CodeStory {

    private static final Duration LENGTH = Duration.ofMinutes(5);
    private static final Set<String> ACTIONS = Set.of("test.work", "test.ask");

    private final Stage stage;
    private final boolean isExpected;
    private final boolean isInDoubt;
    private final boolean isKnown;
    private final Cause cause;

    private CodeStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, store -> store);
        isExpected = stage.random.nextBoolean();
        isInDoubt = stage.random.nextBoolean();
        isKnown = stage.random.nextBoolean();
        cause = stage.random.nextBoolean() ? Cause.BUSINESS : Cause.TRANSIENT;
    }

    public static List<String> run(long seed) {
        return new CodeStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: coded
                steps:
                  only:
                    action: test.work
                    probe: test.ask
                    retry: { maxAttempts: 2, backoff: 1s }
                    onExhausted: { FULL: continue, otherwise: { pause: 10m, rounds: 1, then: escalate } }
                """);
        var unused = Hand.thatAnswers(stage, ACTIONS, 2, Duration.ofSeconds(1), this::answer);
        stage.at(Duration.ofSeconds(1), () -> stage.start("coded", Json.EMPTY_OBJECT, id -> {}));
        stage.play(LENGTH);
        for (ExecutionRow row : stage.database.executions()) {
            boolean isCompleted = row.status() == ExecutionStatus.COMPLETED;
            if (isCompleted != isExpected) {
                stage.breach("%s %s, in doubt %s, service knows %s: %s"
                        .formatted(cause, code(), isInDoubt, isKnown, row.status()));
            }
        }
        return stage.play(LENGTH.plusSeconds(1));
    }

    private String code() {
        return isExpected ? "FULL" : "BROKEN";
    }

    private Report answer(AttemptRequest request) {
        if (request.token().purpose() == Purpose.PROBE) {
            String state = isKnown ? "notDone" : "unknown";
            return new Report.Completed(request.token(), new Json("{\"state\":\"%s\"}".formatted(state)));
        }
        Failure failure = new Failure(cause, code(), "the service says no", null, null, isInDoubt);
        return new Report.Failed(request.token(), failure);
    }
}
