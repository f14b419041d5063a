package dev.reeve.internal.core.rules;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.recovery.Recovery;
import dev.reeve.internal.core.recovery.RecoveryPolicy;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.PlanNode;
import java.time.Instant;
import java.util.Map;

/** Handles the answers of probes (V5). */
final class ProbeAnswers {

    private ProbeAnswers() {}

    /** Handles the report of a probe. */
    static void answered(DecisionDraft draft, PlanNode node, AttemptToken token, Json report) {
        ProbeAnswer answer;
        try {
            answer = parse(report);
        } catch (IllegalArgumentException | InvalidInputException e) {
            Remedies.attemptFailed(
                    draft,
                    node,
                    Purpose.PROBE,
                    token.attempt(),
                    EngineFailures.probeAnswerInvalid(String.valueOf(e.getMessage())));
            return;
        }
        draft.emit(new Event.ProbeAnswered(node.path, token.attempt(), answer));
        switch (answer) {
            case ProbeAnswer.Done done -> {
                Failure refused =
                        StepResults.accept(draft, node, draft.step(node).attempts(), done.output());
                if (refused != null) {
                    Remedies.withoutAnswer(draft, node, refused);
                }
            }
            case ProbeAnswer.NotDone no -> notDone(draft, node);
            case ProbeAnswer.Running running -> askAgain(draft, node, token.attempt());
            case ProbeAnswer.Unknown unknown ->
                Remedies.withoutAnswer(draft, node, EngineFailures.probedInVain(Probes.lastFailure(draft, node)));
        }
    }

    private static void notDone(DecisionDraft draft, PlanNode node) {
        if (draft.isClosing(node)) {
            Compensation.withdraw(draft, node);
        } else {
            Remedies.withoutProbe(draft, node, Probes.lastFailure(draft, node));
        }
    }

    /** The service is still working on the request. It is asked again later, as long as the history has room. */
    private static void askAgain(DecisionDraft draft, PlanNode node, int attempt) {
        if (draft.state().events >= draft.state().historyMax()) {
            Remedies.withoutAnswer(draft, node, Probes.lastFailure(draft, node));
            return;
        }
        long chance = node.jitter(draft.state().started().seed(), Purpose.PROBE, attempt);
        Series series = draft.step(node).series(Purpose.PROBE);
        RecoveryPolicy policy = node.policy(Purpose.PROBE).with(series == null ? null : series.times());
        Instant at = Recovery.nextProbe(policy, attempt, draft.now(), chance);
        Remedies.waitUntil(draft, node, Purpose.PROBE, at, WaitReason.BACKOFF);
    }

    /**
     * Reads the report of a probe's agent.
     *
     * @throws IllegalArgumentException if the JSON has another form
     */
    private static ProbeAnswer parse(Json json) {
        return json.value() instanceof Map<?, ?> map && map.get("state") instanceof String state
                ? of(state, map.containsKey("output") ? Json.of(map.get("output")) : Json.NULL)
                : invalid(json.text());
    }

    private static ProbeAnswer of(String state, Json output) {
        return switch (state) {
            case "done" -> new ProbeAnswer.Done(output);
            case "notDone" -> new ProbeAnswer.NotDone();
            case "running" -> new ProbeAnswer.Running();
            case "unknown" -> new ProbeAnswer.Unknown();
            default -> invalid(state);
        };
    }

    private static ProbeAnswer invalid(String found) {
        throw new IllegalArgumentException(
                "not the answer of a probe: expected {\"state\": …} with done, notDone, running or unknown, found "
                        + (found.length() > 100 ? found.substring(0, 100) + "…" : found));
    }
}
