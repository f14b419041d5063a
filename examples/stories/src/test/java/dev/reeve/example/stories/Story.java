package dev.reeve.example.stories;

import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.test.ActionCall;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The definitions of a story, and the questions that its tests ask about the calls of its services. */
final class Story {

    private Story() {}

    /** Deploys all definitions of a directory. Actions that a test does not script succeed. */
    static void begin(VirtualReeve reeve, String directory) {
        List<Workflow> definitions =
                files(directory).stream().map(Workflow::load).toList();
        reeve.deploy(definitions);
        definitions.forEach(reeve::otherActionsSucceed);
    }

    /** The definitions of a directory, by name. */
    static List<Path> files(String directory) {
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The actions that were called, in their order. */
    static List<String> called(VirtualReeve reeve) {
        return reeve.calls().stream().map(ActionCall::action).toList();
    }

    /** One member of the input of each call of an action. */
    static List<Object> inputs(VirtualReeve reeve, String action, String member) {
        return reeve.calls(action).stream()
                .map(call -> member(call.input(), member))
                .toList();
    }

    /** When an action was called. */
    static List<Instant> times(VirtualReeve reeve, String action) {
        return reeve.calls(action).stream().map(ActionCall::at).toList();
    }

    /** A member of an object; the text {@code null} if there is none. */
    static Object member(@Nullable Json json, String name) {
        Object value = json != null && json.value() instanceof Map<?, ?> members ? members.get(name) : null;
        return value == null ? "null" : value;
    }

    /** The code of the failure for which an execution ended; null if it did not fail. */
    static @Nullable String failure(VirtualExecution execution) {
        Failure failure = execution.describe().failure();
        return failure == null ? null : failure.code();
    }

    static void advanceTo(VirtualReeve reeve, String time) {
        reeve.advance(Duration.between(reeve.now(), Instant.parse(time)));
    }
}
