package dev.reeve.core;

import dev.reeve.model.Durations;
import dev.reeve.model.Retry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats explanations as text for people. */
final class Telling {

    private static final int EVENTS_TOLD = 12;

    private Telling() {}

    /** An instant with milliseconds, which is precise enough for people. */
    static String time(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli()).toString();
    }

    static String summary(ExecutionState state) {
        Rerun rerun = state.phase == Phase.NEW ? null : state.started().rerun();
        return rerun == null
                ? summaryOfItself(state)
                : "It does %s again from step '%s' on, as %s wanted (%s). %s"
                        .formatted(rerun.of(), rerun.from(), rerun.by(), rerun.why(), summaryOfItself(state));
    }

    private static String summaryOfItself(ExecutionState state) {
        Hold hold = state.paused();
        return hold == null
                ? summaryOfPhase(state)
                : "It is %s; until it is resumed nothing is handed out, and no time acts on it. %s"
                        .formatted(hold, summaryOfPhase(state));
    }

    private static String summaryOfPhase(ExecutionState state) {
        return switch (state.phase) {
            case NEW -> "It has not started.";
            case FORWARD -> {
                Instant completeBy = state.completeBy();
                Instant delayedUntil = state.delayedUntil();
                yield (state.escalated > 0
                                ? "It needs a person; whatever does not depend on that goes on."
                                : delayedUntil == null ? "It runs." : "It begins at %s.".formatted(time(delayedUntil)))
                        + (completeBy == null
                                ? ""
                                : " If it has not ended by %s, it is undone.".formatted(time(completeBy)));
            }
            case CLOSING ->
                "It is about to be undone (%s), as soon as no attempt is open any more."
                        .formatted(brief(state.undoneFor));
            case UNDOING ->
                "It is being undone (%s); %d %s left to be undone."
                        .formatted(
                                brief(state.undoneFor),
                                state.undoPending,
                                state.undoPending == 1 ? "step is" : "steps are");
            case FINALLY -> "Its outcome is %s; the steps of finally run.".formatted(state.outcome);
            case ENDED -> "It ended as %s; nothing follows.".formatted(state.outcome);
        };
    }

    /** How failures are handled, in the order of the remedies. */
    static String policy(Node node, Purpose purpose) {
        Recovery.Policy policy = node.policy(purpose);
        Retry retry = policy.retry();
        StringBuilder text = new StringBuilder();
        if (policy.probe()) {
            text.append("an unknown outcome is asked about (")
                    .append(node.call(Purpose.PROBE).action())
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
        if (policy.rounds() > 0) {
            text.append(", then a pause of ")
                    .append(Durations.format(policy.pause()))
                    .append(" and as many again, ")
                    .append(policy.rounds())
                    .append(policy.rounds() == 1 ? " time" : " times");
        }
        return text.append(", then ")
                .append(
                        purpose == Purpose.PROBE
                                ? "as if the service could not say"
                                : policy.then().name().toLowerCase(Locale.ROOT))
                .toString();
    }

    static String tell(Explanation explanation) {
        StringBuilder text = new StringBuilder(
                "execution %s: %s. %s".formatted(explanation.execution(), explanation.status(), explanation.summary()));
        for (StepExplanation step : explanation.steps()) {
            text.append("\n  ").append(indented(tell(step)));
        }
        if (explanation.more() > 0) {
            text.append("\n  … and %,d more open %s"
                    .formatted(explanation.more(), explanation.more() == 1 ? "step" : "steps"));
        }
        return text.toString();
    }

    static String tell(StepExplanation step) {
        String what = switch (step.purpose()) {
            case FORWARD -> "";
            case PROBE -> "it is asked about: ";
            case COMPENSATION -> "it is undone: ";
        };
        StringBuilder text = new StringBuilder("%s %s: %s%s".formatted(step.step(), step.status(), what, now(step)));
        Failure failure = step.failure();
        if (failure != null) {
            text.append("\n  because ").append(told(failure));
        }
        Forecast next = step.next();
        if (next != null) {
            String when = switch (step.situation()) {
                case Situation.Running running -> "if nothing is heard by then: ";
                case Situation.Queued queued -> late(next);
                case Situation.Unoffered alone -> late(next);
                case Situation.Limited limited -> late(next);
                case Situation.Withheld withheld -> late(next);
                case Situation.Child child -> "then: ";
                case Situation.Waiting waiting -> "then: ";
                case Situation.NeedsPerson person -> "then: ";
            };
            text.append("\n  ").append(when).append(next.consequence());
        }
        if (step.situation() instanceof Situation.NeedsPerson person) {
            text.append("\n  a person can: ").append(verbs(person.verbs()));
        } else if (!step.policy().isEmpty()) {
            text.append("\n  rule: ").append(step.policy());
        }
        return text.toString();
    }

    private static String late(Forecast next) {
        return "if no agent has it by %s: ".formatted(time(next.at()));
    }

    private static String verbs(List<Verb> verbs) {
        StringBuilder text = new StringBuilder();
        for (Verb verb : verbs) {
            text.append(text.isEmpty() ? "" : ", ").append(verb.name().toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    private static String now(StepExplanation step) {
        String attempt = "%s of %s".formatted(step.budget(), step.action());
        return switch (step.situation()) {
            case Situation.Queued queued ->
                "%s is queued since %s for an agent with a free slot".formatted(attempt, time(queued.since()));
            case Situation.Unoffered alone ->
                "%s is queued since %s for an agent that offers this action, and there is none%s; start one"
                        .formatted(
                                attempt,
                                time(alone.since()),
                                alone.unoffered() == null ? "" : " since " + time(alone.unoffered()));
            case Situation.Limited limited ->
                "%s is queued since %s, and uses up neither attempts nor time: it waits for its limit, %s"
                        .formatted(attempt, time(limited.since()), limit(limited));
            case Situation.Withheld withheld ->
                "%s is queued since %s, and uses up neither attempts nor time: the service is %s"
                        .formatted(attempt, time(withheld.since()), stopped(withheld));
            case Situation.Running running ->
                "%s runs at agent '%s' until %s%s%s"
                        .formatted(
                                attempt,
                                running.agent(),
                                time(running.completeBy()),
                                running.expectedBy() == null ? "" : ", expected by " + time(running.expectedBy()),
                                running.heartbeat() == null
                                        ? ""
                                        : ", with a sign of life every %s at least"
                                                .formatted(Durations.format(running.heartbeat())));
            case Situation.Child child ->
                "waits for execution %s, since %s".formatted(child.child(), time(child.since()));
            case Situation.Waiting waiting
            when waiting.signal() != null ->
                "waits for the signal '%s', %s"
                        .formatted(
                                waiting.signal(),
                                waiting.until().equals(Times.MAX)
                                        ? "for as long as the execution lasts"
                                        : "until " + time(waiting.until()));
            case Situation.Waiting waiting -> "waits until %s (%s)".formatted(time(waiting.until()), waiting.reason());
            case Situation.NeedsPerson person ->
                "in front of a person" + (person.since() == null ? "" : " since " + time(person.since()));
        };
    }

    private static String limit(Situation.Limited limited) {
        Instant next = limited.next();
        return "%s: %d running, %d waiting%s"
                .formatted(
                        limited.limit(),
                        limited.running(),
                        limited.waiting(),
                        next == null ? "" : ", the next one may begin at " + time(next));
    }

    private static String stopped(Situation.Withheld withheld) {
        String since = time(withheld.stopped());
        if (withheld.by() != null) {
            return "paused since %s by %s (%s), until somebody has it called again"
                    .formatted(since, withheld.by(), withheld.why());
        }
        Instant next = withheld.next();
        return "left alone since %s because it fails for everybody (%s), and %s"
                .formatted(since, withheld.why(), next == null ? "is being tried now" : "tried again at " + time(next));
    }

    static String tell(Forecast forecast) {
        Failure failure = forecast.failure();
        StringBuilder text = new StringBuilder("%s, at %s%s: %s"
                .formatted(
                        forecast.step(),
                        time(forecast.at()),
                        failure == null ? "" : ", if it fails with " + brief(failure),
                        forecast.consequence()));
        text.append("\n  the execution is then ").append(forecast.status()).append("; recorded would be:");
        int told = Math.min(EVENTS_TOLD, forecast.events().size());
        for (Event event : forecast.events().subList(0, told)) {
            text.append("\n    ").append(name(event));
        }
        int more = forecast.events().size() - told + forecast.moreEvents();
        if (more > 0) {
            text.append("\n    … and %,d more".formatted(more));
        }
        return text.toString();
    }

    private static String name(Event event) {
        String name = event.getClass().getSimpleName();
        return event instanceof Event.OfStep own ? name + " " + own.step() : name;
    }

    private static String brief(@Nullable Failure failure) {
        return failure == null ? "for no known reason" : failure.cause() + " " + failure.code();
    }

    private static String told(Failure failure) {
        return "%s %s: %s"
                .formatted(failure.cause(), failure.code(), failure.message().replace('\n', ' '));
    }

    private static String indented(String text) {
        return text.replace("\n", "\n  ");
    }
}
