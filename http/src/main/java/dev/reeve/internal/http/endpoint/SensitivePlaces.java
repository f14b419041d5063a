package dev.reeve.internal.http.endpoint;

import dev.reeve.StepPath;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.EventDocument;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.FailureDocument;
import dev.reeve.internal.sensitive.SensitiveDefinition;
import dev.reeve.internal.sensitive.SensitivePlace;
import java.util.List;

/** Finds the schema for a payload of a document about an execution. */
final class SensitivePlaces {

    private SensitivePlaces() {}

    /** The marked places of a payload; empty if no schema describes it. */
    static List<SensitivePlace> of(SensitiveDefinition definition, List<Document> owners, String name) {
        for (Document owner : owners.reversed()) {
            switch (owner) {
                case FailureDocument failure -> {
                    return List.of();
                }
                case EventDocument event -> {
                    return ofEvent(definition, event, name);
                }
                case ExecutionDocument.Step step -> {
                    return isOutput(name) ? List.of(definition.output(step.step())) : List.of();
                }
                case ExecutionDocument execution -> {
                    return name.equals("input") ? List.of(definition.input()) : List.of();
                }
                default -> {
                    // a part of one of these
                }
            }
        }
        return List.of();
    }

    private static List<SensitivePlace> ofEvent(SensitiveDefinition definition, EventDocument event, String name) {
        return switch (String.valueOf(event.members().get("kind"))) {
            case "executionStarted" -> name.equals("input") ? List.of(definition.input()) : List.of();
            case "signalReceived" ->
                definition.data(String.valueOf(event.members().get("signal")));
            default ->
                event.members().get("step") instanceof StepPath step && isOutput(name)
                        ? List.of(definition.output(step))
                        : List.of();
        };
    }

    /** The output of a step, or of its last round. */
    private static boolean isOutput(String name) {
        return name.equals("output") || name.equals("roundOutput");
    }
}
