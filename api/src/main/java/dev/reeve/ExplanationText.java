package dev.reeve;

import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Times;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Formats explanations as text for people. */
final class ExplanationText {

    private static final int EVENTS_TOLD = 12;

    private ExplanationText() {}

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
        return "if no agent has it by %s: ".formatted(Times.shown(next.at()));
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
                "%s is queued since %s for an agent with a free slot".formatted(attempt, Times.shown(queued.since()));
            case Situation.Unoffered alone ->
                "%s is queued since %s for an agent that offers this action, and there is none%s; start one"
                        .formatted(
                                attempt,
                                Times.shown(alone.since()),
                                alone.unoffered() == null ? "" : " since " + Times.shown(alone.unoffered()));
            case Situation.Limited limited ->
                "%s is queued since %s, and uses up neither attempts nor time: it waits for its limit, %s"
                        .formatted(attempt, Times.shown(limited.since()), limit(limited));
            case Situation.Withheld withheld ->
                "%s is queued since %s, and uses up neither attempts nor time: the service is %s"
                        .formatted(attempt, Times.shown(withheld.since()), stopped(withheld));
            case Situation.Running running ->
                "%s runs at agent '%s' until %s%s%s"
                        .formatted(
                                attempt,
                                running.agent(),
                                Times.shown(running.completeBy()),
                                running.expectedBy() == null
                                        ? ""
                                        : ", expected by " + Times.shown(running.expectedBy()),
                                running.heartbeat() == null
                                        ? ""
                                        : ", with a sign of life every %s at least"
                                                .formatted(Durations.format(running.heartbeat())));
            case Situation.Child child ->
                "waits for execution %s, since %s".formatted(child.child(), Times.shown(child.since()));
            case Situation.Waiting waiting
            when waiting.signal() != null ->
                "waits for the signal '%s', %s"
                        .formatted(
                                waiting.signal(),
                                waiting.until().equals(Times.MAX)
                                        ? "for as long as the execution lasts"
                                        : "until " + Times.shown(waiting.until()));
            case Situation.Waiting waiting ->
                "waits until %s (%s)".formatted(Times.shown(waiting.until()), waiting.reason());
            case Situation.NeedsPerson person ->
                "in front of a person" + (person.since() == null ? "" : " since " + Times.shown(person.since()));
        };
    }

    private static String limit(Situation.Limited limited) {
        Instant next = limited.next();
        return "%s: %d running, %d waiting%s"
                .formatted(
                        limited.limit(),
                        limited.running(),
                        limited.waiting(),
                        next == null ? "" : ", the next one may begin at " + Times.shown(next));
    }

    private static String stopped(Situation.Withheld withheld) {
        String since = Times.shown(withheld.stopped());
        if (withheld.by() != null) {
            return "paused since %s by %s (%s), until somebody has it called again"
                    .formatted(since, withheld.by(), withheld.why());
        }
        Instant next = withheld.next();
        return "left alone since %s because it fails for everybody (%s), and %s"
                .formatted(
                        since,
                        withheld.why(),
                        next == null ? "is being tried now" : "tried again at " + Times.shown(next));
    }

    static String tell(Forecast forecast) {
        Failure failure = forecast.failure();
        StringBuilder text = new StringBuilder("%s, at %s%s: %s"
                .formatted(
                        forecast.step(),
                        Times.shown(forecast.at()),
                        failure == null ? "" : ", if it fails with " + Failure.brief(failure),
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

    private static String told(Failure failure) {
        return "%s %s: %s"
                .formatted(failure.cause(), failure.code(), failure.message().replace('\n', ' '));
    }

    private static String indented(String text) {
        return text.replace("\n", "\n  ");
    }
}
