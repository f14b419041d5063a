package dev.reeve.simulation.check;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The expected inputs of the steps of one execution, from its events. */
final class Inputs {

    private record For(StepPath step, Purpose purpose) {}

    private final LanguageCheck language;
    private final Map<For, Json> given = new HashMap<>();
    private final Map<StepPath, Json> outputs = new HashMap<>();
    private Json ofExecution = Json.NULL;

    /** @param language knows the items */
    Inputs(LanguageCheck language) {
        this.language = language;
    }

    void look(Event event) {
        switch (event) {
            case Event.ExecutionStarted e -> ofExecution = e.input();
            case Event.StepTaken e -> {
                if (e.input() != null) {
                    given.put(new For(e.step(), Purpose.FORWARD), e.input());
                }
                Json last = e.output() == null ? e.roundOutput() : e.output();
                if (last != null) {
                    outputs.put(e.step(), last);
                }
            }
            case Event.StepReady e -> give(e.step(), e.purpose(), e.input());
            case Event.StepRetried e -> {
                if (e.input() != null) {
                    give(e.step(), e.purpose(), e.input());
                }
            }
            case Event.RoundEnded e -> outputs.put(e.step(), e.output());
            case Event.StepResolved e -> outputs.put(e.step(), e.output());
            case Event.StepCompleted e -> outputs.put(e.step(), e.output());
            default -> {}
        }
    }

    private void give(StepPath step, Purpose purpose, @Nullable Json input) {
        if (input == null) {
            given.remove(new For(step, purpose));
        } else {
            given.put(new For(step, purpose), input);
        }
    }

    /** The input computed or given by a person for this purpose, or else its default. */
    Json of(StepPath step, Purpose purpose) {
        Json own = given.get(new For(step, purpose));
        if (own != null) {
            return own;
        }
        Json forward = Objects.requireNonNullElse(
                given.get(new For(step, Purpose.FORWARD)),
                Objects.requireNonNullElse(language.value(step), ofExecution));
        return purpose == Purpose.COMPENSATION
                ? new Json("{\"input\":%s,\"output\":%s}"
                        .formatted(
                                forward.text(),
                                outputs.getOrDefault(step, Json.NULL).text()))
                : forward;
    }
}
