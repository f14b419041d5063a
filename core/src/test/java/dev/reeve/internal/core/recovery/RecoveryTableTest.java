package dev.reeve.internal.core.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.internal.core.Story;
import dev.reeve.internal.core.recovery.Recovery.FailedAttempt;
import dev.reeve.internal.core.recovery.Recovery.Remedy;
import dev.reeve.workflow.OnExhausted.Then;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * R1, R2, V5: every class of cause, history and policy. {@code -Drender=true} writes the table in the documentation
 * anew.
 */
class RecoveryTableTest {

    private static final Path DOC = Path.of("..", "docs", "reference", "recovery.md");
    private static final String BEGIN = "<!-- made by RecoveryTableTest -->\n";
    private static final String END = "<!-- end -->\n";

    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Retry RETRY = new Retry(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));
    private static final int ROUNDS = 2;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(20);

    /** Makes every wait that may be of any length longer than nothing. */
    private static final long CHANCE = 1;

    /**
     * How far a series of attempts has come, for one cause.
     *
     * @param doubts what can be known about whether the step was done
     */
    private record History(Cause cause, String what, Series series, boolean retryAfter, List<Doubt> doubts) {

        Failure failure(Doubt doubt) {
            return new Failure(cause, "CODE", "", null, retryAfter ? RETRY_AFTER : null, doubt == Doubt.THIS_ATTEMPT);
        }
    }

    private static Series series(int failed, int lost, int throttled, int round) {
        return new Series(
                null,
                null,
                null,
                null,
                0,
                failed + lost + throttled,
                0,
                failed,
                lost,
                throttled,
                round,
                false,
                null,
                null,
                null,
                List.of());
    }

    private static List<History> histories() {
        List<Doubt> silence = List.of(Doubt.THIS_ATTEMPT, Doubt.NONE);
        List<Doubt> report = List.of(Doubt.THIS_ATTEMPT, Doubt.EARLIER_ATTEMPT, Doubt.NONE);
        int attempts = RETRY.maxAttempts();
        List<History> all = new ArrayList<>();
        for (Cause cause : List.of(Cause.SILENT, Cause.TRANSIENT)) {
            List<Doubt> doubts = cause == Cause.SILENT ? silence : report;
            all.add(new History(cause, "attempts left", series(attempts - 1, 0, 0, ROUNDS), false, doubts));
            all.add(new History(cause, "rounds left", series(attempts, 0, 0, ROUNDS - 1), false, doubts));
            all.add(new History(cause, "nothing left", series(attempts, 0, 0, ROUNDS), false, doubts));
        }
        all.add(new History(Cause.LOST, "the first", series(0, 1, 0, 0), false, silence));
        all.add(new History(
                Cause.LOST, "the 2nd to the 4th", series(0, Recovery.LOST_MAX - 1, 0, ROUNDS), false, silence));
        all.add(new History(Cause.LOST, "the 5th", series(0, Recovery.LOST_MAX, 0, 0), false, silence));
        int throttled = Recovery.THROTTLED_MAX;
        all.add(new History(Cause.THROTTLED, "for a time", series(0, 0, throttled, ROUNDS), true, report));
        all.add(new History(
                Cause.THROTTLED, "for no time that is said", series(0, 0, throttled, ROUNDS), false, report));
        all.add(new History(
                Cause.THROTTLED, "the 51st, rounds left", series(0, 0, throttled + 1, ROUNDS - 1), true, report));
        all.add(new History(Cause.THROTTLED, "the 51st", series(0, 0, throttled + 1, ROUNDS), true, report));
        all.add(new History(Cause.BUSINESS, "any", series(1, 0, 0, 0), false, report));
        all.add(new History(Cause.POISON, "any", series(0, 1, 0, 0), false, report));
        return all;
    }

    private static RecoveryPolicy policy(boolean probe, OnUnknown onUnknown, Then then) {
        return new RecoveryPolicy(RETRY, probe, onUnknown, PAUSE, ROUNDS, then);
    }

    private static Remedy decide(RecoveryPolicy policy, History history, Doubt doubt) {
        return Recovery.decide(
                policy, new FailedAttempt(history.series(), history.failure(doubt), doubt, null), Story.START, CHANCE);
    }

    private static boolean isLastWord(Remedy remedy) {
        return switch (remedy) {
            case Remedy.Retry retry -> false;
            case Remedy.Probe probe -> false;
            case Remedy.Pause pause -> false;
            case Remedy.Compensate compensate -> true;
            case Remedy.Escalate escalate -> true;
            case Remedy.Continue goOn -> true;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "SILENT, attempts left, Retry",
        "SILENT, rounds left, Pause",
        "SILENT, nothing left, last",
        "TRANSIENT, attempts left, Retry",
        "TRANSIENT, rounds left, Pause",
        "TRANSIENT, nothing left, last",
        "LOST, the first, Retry",
        "LOST, the 2nd to the 4th, Retry",
        "LOST, the 5th, Escalate",
        "THROTTLED, for a time, Retry",
        "THROTTLED, for no time that is said, Retry",
        "THROTTLED, 'the 51st, rounds left', Pause",
        "THROTTLED, the 51st, last",
        "BUSINESS, any, last",
        "POISON, any, Escalate"
    })
    @DisplayName("R1 V4 with a known outcome each cause has its answer, with or without a probe, for each onUnknown")
    void knownOutcomes(Cause cause, String what, String expected) {
        History history = histories().stream()
                .filter(one -> one.cause() == cause && one.what().equals(what))
                .findFirst()
                .orElseThrow();
        for (RecoveryPolicy policy : policies()) {
            Remedy remedy = decide(policy, history, Doubt.NONE);
            String word = switch (policy.then()) {
                case COMPENSATE -> "Compensate";
                case ESCALATE -> "Escalate";
                case CONTINUE -> "Continue";
            };
            assertThat(remedy.getClass().getSimpleName())
                    .as(policy.toString())
                    .isEqualTo(expected.equals("last") ? word : expected);
        }
    }

    @Test
    @DisplayName("the test above covers every class of history")
    void allHistories() {
        assertThat(histories()).hasSize(15).extracting(History::cause).contains(Cause.values());
    }

    @Test
    @DisplayName("V5 a step in doubt is probed if it can be: at once, or before onExhausted")
    void askedAbout() {
        forEachInDoubt((history, doubt, policy) -> {
            if (policy.probe()) {
                Remedy remedy = decide(policy, history, doubt);
                Remedy without = decide(policy.withoutProbe(), history, doubt);
                boolean asked = doubt == Doubt.THIS_ATTEMPT || isLastWord(without);
                assertThat(remedy).isEqualTo(asked ? new Remedy.Probe() : without);
            }
        });
    }

    @Test
    @DisplayName("V5 without a probe onUnknown decides, but a step that may kill agents is escalated")
    void nobodyToAsk() {
        forEachInDoubt((history, doubt, policy) -> {
            if (!policy.probe()) {
                Remedy remedy = decide(policy, history, doubt);
                Remedy sure = decide(policy, history, Doubt.NONE);
                boolean decided = policy.onUnknown() != OnUnknown.RETRY
                        && history.cause() != Cause.POISON
                        && (doubt == Doubt.THIS_ATTEMPT || isLastWord(sure));
                if (decided) {
                    assertThat(remedy)
                            .isInstanceOf(
                                    policy.onUnknown() == OnUnknown.ESCALATE
                                            ? Remedy.Escalate.class
                                            : Remedy.Compensate.class);
                } else {
                    assertThat(remedy.getClass()).isEqualTo(sure.getClass());
                }
            }
        });
    }

    private interface Check {
        void check(History history, Doubt doubt, RecoveryPolicy policy);
    }

    private static void forEachInDoubt(Check check) {
        for (History history : histories()) {
            for (Doubt doubt : history.doubts()) {
                if (doubt != Doubt.NONE) {
                    policies().forEach(policy -> check.check(history, doubt, policy));
                }
            }
        }
    }

    private static List<RecoveryPolicy> policies() {
        List<RecoveryPolicy> all = new ArrayList<>();
        for (boolean probe : List.of(true, false)) {
            for (OnUnknown onUnknown : OnUnknown.values()) {
                for (Then then : Then.values()) {
                    all.add(policy(probe, onUnknown, then));
                }
            }
        }
        return all;
    }

    @Test
    @DisplayName("R2 the table in the documentation matches the function")
    void documented() throws IOException {
        String text = Files.readString(DOC);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertThat(text).as("%s says where the table goes", DOC).contains(BEGIN, END);

        String expected = text.substring(0, from) + table() + text.substring(to);
        if (Boolean.getBoolean("render")) {
            Files.writeString(DOC, expected);
        } else {
            assertThat(text)
                    .as("run with -Drender=true to write the table anew")
                    .isEqualTo(expected);
        }
    }

    private static String table() {
        StringBuilder table = new StringBuilder("""
                | cause | history | possibly done | probe | no answer, `retry` | no answer, `compensate` | no answer, `escalate` |
                |---|---|---|---|---|---|---|
                """);
        for (History history : histories()) {
            for (Doubt doubt : history.doubts()) {
                List<String> cells = new ArrayList<>();
                cells.add(history.cause().name());
                cells.add(history.what());
                cells.add(
                        switch (doubt) {
                            case NONE -> "no";
                            case EARLIER_ATTEMPT -> "by an earlier attempt";
                            case THIS_ATTEMPT -> "yes";
                        });
                cells.add(cell(true, OnUnknown.RETRY, history, doubt));
                for (OnUnknown onUnknown : OnUnknown.values()) {
                    cells.add(cell(false, onUnknown, history, doubt));
                }
                table.append("| ").append(String.join(" | ", cells)).append(" |\n");
            }
        }
        return table.toString();
    }

    /** The answer, or "onExhausted" if the policy decides. */
    private static String cell(boolean probe, OnUnknown onUnknown, History history, Doubt doubt) {
        List<String> cells = new ArrayList<>();
        for (Then then : Then.values()) {
            cells.add(words(decide(policy(probe, onUnknown, then), history, doubt)));
        }
        boolean same = cells.stream().allMatch(cells.getFirst()::equals);
        return same ? cells.getFirst() : "the last word";
    }

    private static String words(Remedy remedy) {
        return switch (remedy) {
            case Remedy.Retry retry -> retry(retry);
            case Remedy.Probe probe -> "**ask**";
            case Remedy.Pause pause -> "pause";
            case Remedy.Compensate compensate -> "undo";
            case Remedy.Escalate escalate -> "a person";
            case Remedy.Continue goOn -> "go on";
        };
    }

    private static String retry(Remedy.Retry retry) {
        if (!retry.at().isAfter(Story.START)) {
            return "again at once";
        }
        return retry.at().isBefore(Story.START.plus(RETRY_AFTER)) ? "again after a backoff" : "again after that time";
    }
}
