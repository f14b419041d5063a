package dev.reeve.internal.engine.inbox;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.engine.scheduler.message.Refused;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer of the node that owns an execution. */
sealed interface Reply {

    /**
     * @param existing whether the same start had been made before
     * @param newest the execution that is the answer, if its key has begun another one than the message names; null for
     *     that one
     */
    record Begun(boolean existing, @Nullable ExecutionId newest) implements Reply {}

    /** @param refused null if the command was accepted */
    record Decided(@Nullable Refused refused) implements Reply {}

    record Arrived(boolean there) implements Reply {}

    record Failed(ErrorCode code, String message) implements Reply {

        static Failed of(Throwable cause) {
            return cause instanceof ReeveException known
                    ? new Failed(known.code(), String.valueOf(known.getMessage()))
                    : new Failed(ErrorCode.INTERNAL, "a mistake in Reeve: " + cause);
        }

        ReeveException toException() {
            return ReeveException.of(code, message);
        }
    }

    /** The JSON that {@link #read} reads. */
    default String write() {
        Map<String, Object> tree = new LinkedHashMap<>();
        switch (this) {
            case Begun begun -> {
                tree.put("type", "Begun");
                tree.put("existing", begun.existing());
                if (begun.newest() != null) {
                    tree.put("execution", begun.newest().toString());
                }
            }
            case Decided(Refused refused) when refused == null -> tree.put("type", "Accepted");
            case Decided(Refused refused) -> {
                tree.put("type", "Refused");
                add(refused, tree);
            }
            case Arrived arrived -> {
                tree.put("type", "Arrived");
                tree.put("there", arrived.there());
            }
            case Failed failed -> {
                tree.put("type", "Failed");
                tree.put("code", failed.code().name());
                tree.put("message", storable(failed.message()));
            }
        }
        return Json.of(tree).text();
    }

    private static void add(Refused refused, Map<String, Object> tree) {
        switch (refused) {
            case Refused.Decided decided -> {
                tree.put("kind", "Decided");
                tree.put("refusal", decided.refusal().name());
                tree.put("message", storable(decided.message()));
            }
            case Refused.NotFound(ExecutionId id) -> {
                tree.put("kind", "NotFound");
                tree.put("execution", id.toString());
            }
            case Refused.Quarantined(ExecutionId id, String cause) -> {
                tree.put("kind", "Quarantined");
                tree.put("execution", id.toString());
                if (cause != null) {
                    tree.put("cause", storable(cause));
                }
            }
            case Refused.Ended(ExecutionId id, ExecutionStatus status) -> {
                tree.put("kind", "Ended");
                tree.put("execution", id.toString());
                tree.put("status", status.name());
            }
            case Refused.VersionUnknown unknown -> {
                tree.put("kind", "VersionUnknown");
                tree.put("message", storable(unknown.message()));
            }
            case Refused.VersionWithdrawn withdrawn -> {
                tree.put("kind", "VersionWithdrawn");
                tree.put("workflow", withdrawn.workflow());
                tree.put("version", withdrawn.version());
            }
            case Refused.PermitHeld held -> throw new IllegalArgumentException("it is no answer: report again");
        }
    }

    /** Replaces the characters that no database keeps. */
    private static String storable(String text) {
        return new String(text.replace("\0", "\\0").getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Reads a reply.
     *
     * @throws IllegalArgumentException if it is none, or only a newer release knows it
     */
    static Reply read(String json) {
        if (!(value(json) instanceof Map<?, ?> tree)) {
            throw new IllegalArgumentException("reply: expected an object");
        }
        String type = text(tree, "type");
        return switch (type) {
            case "Begun" -> new Begun(flag(tree, "existing"), tree.containsKey("execution") ? execution(tree) : null);
            case "Accepted" -> new Decided(null);
            case "Refused" -> new Decided(refused(tree));
            case "Arrived" -> new Arrived(flag(tree, "there"));
            case "Failed" -> new Failed(ErrorCode.valueOf(text(tree, "code")), text(tree, "message"));
            default -> throw new IllegalArgumentException("reply: unknown type '%s'".formatted(type));
        };
    }

    private static @Nullable Object value(String json) {
        try {
            return new Json(json).value();
        } catch (InvalidInputException e) {
            throw new IllegalArgumentException("reply: " + e.getMessage(), e);
        }
    }

    private static Refused refused(Map<?, ?> tree) {
        String kind = text(tree, "kind");
        return switch (kind) {
            case "Decided" -> new Refused.Decided(Refusal.valueOf(text(tree, "refusal")), text(tree, "message"));
            case "NotFound" -> new Refused.NotFound(execution(tree));
            case "Quarantined" -> new Refused.Quarantined(execution(tree), (String) tree.get("cause"));
            case "Ended" -> new Refused.Ended(execution(tree), ExecutionStatus.valueOf(text(tree, "status")));
            case "VersionUnknown" -> new Refused.VersionUnknown(text(tree, "message"));
            case "VersionWithdrawn" ->
                new Refused.VersionWithdrawn(
                        text(tree, "workflow"), tree.get("version") instanceof Number version ? version.intValue() : 0);
            default -> throw new IllegalArgumentException("reply: unknown refusal '%s'".formatted(kind));
        };
    }

    private static ExecutionId execution(Map<?, ?> tree) {
        return ExecutionId.parse(text(tree, "execution"));
    }

    private static boolean flag(Map<?, ?> tree, String name) {
        return Boolean.TRUE.equals(tree.get(name));
    }

    private static String text(Map<?, ?> tree, String name) {
        if (tree.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("reply: no usable '%s' in %s".formatted(name, tree));
    }
}
