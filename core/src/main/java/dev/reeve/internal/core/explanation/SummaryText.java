package dev.reeve.internal.core.explanation;

import dev.reeve.Failure;
import dev.reeve.Hold;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.internal.core.recovery.RecoveryPolicy;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Formats the state of an execution and the policy of a step as text for people. */
final class SummaryText {

    /** The maximum number of names or codes of a policy that are listed. */
    private static final int LISTED_MAX = 5;

    private SummaryText() {}

    static String summary(ExecutionState state) {
        Rerun rerun = state.phase == Phase.NEW ? null : state.started().rerun();
        return rerun == null
                ? summaryOfItself(state)
                : "It does %s again from step '%s' on, as %s wanted (%s). %s"
                        .formatted(rerun.of(), rerun.from(), rerun.actor(), rerun.reason(), summaryOfItself(state));
    }

    private static String summaryOfItself(ExecutionState state) {
        Hold hold = state.paused();
        return hold == null
                ? summaryOfPhase(state)
                : "It is %s; until it is resumed, no work is handed out and no timer fires. %s"
                        .formatted(hold, summaryOfPhase(state));
    }

    private static String summaryOfPhase(ExecutionState state) {
        return switch (state.phase) {
            case NEW -> "It has not started.";
            case FORWARD -> {
                Instant completeBy = state.completeBy();
                Instant delayedUntil = state.delayedUntil();
                yield (state.escalated > 0
                                ? "It needs a person. Steps that do not depend on that continue."
                                : delayedUntil == null
                                        ? "It runs."
                                        : "It begins at %s.".formatted(Times.shown(delayedUntil)))
                        + (state.undoPending == 0
                                ? ""
                                : " %d %s not needed any more, and undone before it ends."
                                        .formatted(state.undoPending, state.undoPending == 1 ? "step is" : "steps are"))
                        + (completeBy == null
                                ? ""
                                : " If it has not ended by %s, it is undone.".formatted(Times.shown(completeBy)));
            }
            case CLOSING ->
                state.endedBy != null
                        ? "Step '%s' has completed it; it ends as soon as no attempt is open any more."
                                .formatted(state.endedBy)
                        : "It is about to be undone (%s), as soon as no attempt is open any more."
                                .formatted(brief(state.undoneFor));
            case UNDOING ->
                "%s; %d %s left to be undone."
                        .formatted(
                                state.endedBy == null
                                        ? "It is being undone (%s)".formatted(brief(state.undoneFor))
                                        : "Step '%s' has completed it".formatted(state.endedBy),
                                state.undoPending,
                                state.undoPending == 1 ? "step is" : "steps are");
            case FINALLY -> "Its outcome is %s; the steps of finally run.".formatted(state.outcome);
            case ENDED -> {
                Failure failure = state.failure();
                yield failure == null
                        ? "It ended as %s.".formatted(state.outcome)
                        : "It ended as %s, because of %s: %s"
                                .formatted(
                                        state.outcome,
                                        brief(failure),
                                        failure.message().replace('\n', ' '));
            }
        };
    }

    private static String brief(@Nullable Failure failure) {
        return failure == null ? "for no known reason" : failure.cause() + " " + failure.code();
    }

    /** How failures are handled, in the order of the remedies. */
    static String policy(PlanNode node, Purpose purpose, @Nullable Series series) {
        RecoveryPolicy policy = node.policy(purpose).with(series == null ? null : series.times());
        Retry retry = policy.retry();
        StringBuilder text = new StringBuilder();
        if (policy.probe()) {
            text.append("an unknown outcome is asked about (")
                    .append(listed(node.call(Purpose.PROBE).names()))
                    .append("); ");
        }
        text.append(
                retry.maxAttempts() == 1
                        ? "one attempt"
                        : "%d attempts, %s to %s apart at most"
                                .formatted(
                                        retry.maxAttempts(),
                                        Durations.format(retry.backoff()),
                                        Durations.format(retry.maxBackoff())));
        if (!retry.on().isEmpty()) {
            text.append(", only after ").append(listed(retry.on()));
        }
        if (!retry.never().isEmpty()) {
            text.append(", not after ").append(listed(retry.never()));
        }
        if (retry.giveUpAfter() != null) {
            text.append(", none later than ")
                    .append(Durations.format(retry.giveUpAfter()))
                    .append(" after the first");
        }
        if (policy.rounds() > 0) {
            text.append(", then a pause of ")
                    .append(Durations.format(policy.pause()))
                    .append(" and as many again, ")
                    .append(policy.rounds())
                    .append(policy.rounds() == 1 ? " time" : " times");
        }
        return text.append(", then ")
                .append(purpose == Purpose.PROBE ? "as if the service could not say" : word(policy.then()))
                .append(byCode(policy))
                .toString();
    }

    /** The final decisions by code, in the order of the codes: {@code , after OUT_OF_STOCK continue}. */
    private static String byCode(RecoveryPolicy policy) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (Map.Entry<String, OnExhausted.Then> one : new TreeMap<>(policy.byCode()).entrySet()) {
            if (shown == LISTED_MAX) {
                int more = policy.byCode().size() - shown;
                return text.append(
                                more == 1
                                        ? ", and so on for 1 other code"
                                        : ", and so on for %,d other codes".formatted(more))
                        .toString();
            }
            text.append(", after ").append(one.getKey()).append(' ').append(word(one.getValue()));
            shown++;
        }
        return text.toString();
    }

    /** Names or codes; every item of a step is explained, so a long list is shortened. */
    private static String listed(List<String> all) {
        String text = String.join(" or ", all.subList(0, Math.min(all.size(), LISTED_MAX)));
        int more = all.size() - LISTED_MAX;
        return more <= 0 ? text : "%s or %,d more".formatted(text, more);
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
