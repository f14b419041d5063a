package dev.reeve.simulation.world;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.core.codec.RequestCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.InboxPost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals that executions may await: too early, in time, too late, twice, wrong, and in vain. All signals have
 * different data, so that a check can tell them apart.
 */
final class Sender {

    static final List<String> NAMES = List.of("go", "stop");

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final int TRIES_MAX = 20;

    private final Scene scene;
    private final RandomGenerator random;
    private int sent;

    Sender(Scene scene) {
        this.scene = scene;
        this.random = scene.fate.source("signals");
    }

    /**
     * A signal under way.
     *
     * @param id the sender's own; null if it has none, and is never sent a second time
     */
    private record Letter(
            ExecutionId execution, String name, @Nullable String id, Json data) {}

    /** Plans the signals to a started execution. */
    void startedBy(String client, ExecutionId id, Definition workflow) {
        List<String> names = awaited(workflow);
        if (names.isEmpty()) {
            return;
        }
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = names.get(random.nextInt(names.size()));
            boolean soon = random.nextInt(3) == 0;
            Duration when = Duration.ofMillis(random.nextInt(soon ? 300 : 60_000));
            scene.timeline.after(when, client, () -> {
                if (scene.fate.planned("signal")) {
                    send(letter(id, name), TRIES_MAX);
                }
            });
        }
    }

    private static List<String> awaited(Definition workflow) {
        return steps(workflow)
                .map(Step::task)
                .flatMap(task -> Stream.concat(
                        task instanceof Task.Await await ? await.signals().stream() : Stream.empty(),
                        Stream.of(String.valueOf(task.updateOn()))))
                .filter(NAMES::contains)
                .distinct()
                .toList();
    }

    private static Stream<Step> steps(Definition workflow) {
        return Stream.concat(workflow.steps().stream(), workflow.finallySteps().stream());
    }

    private Letter letter(ExecutionId id, String name) {
        sent++;
        String own = random.nextInt(3) == 0 ? null : "signal-" + sent;
        boolean wrong = random.nextInt(12) == 0;
        return new Letter(id, name, own, new Json("{\"%s\":%d}".formatted(wrong ? "wrong" : "k", sent)));
    }

    /** Sends a signal to each step that awaits one, once everything is healed. */
    void heal() {
        for (ExecutionState state : scene.judge.executions()) {
            for (Step step : steps(state.plan().workflow()).toList()) {
                StepState at = state.step(StepPath.of(step.name()));
                if (at != null && at.open() instanceof Open.Waiting && step.task() instanceof Task.Await await) {
                    send(letter(state.id(), await.signals().getFirst()), 1);
                }
            }
        }
        scene.timeline.after(Duration.ofSeconds(30), "signals", this::heal);
    }

    /** Requests the signal by an SQL function: no answer comes, and nothing has to be repeated. */
    private void request(Letter letter) {
        Request signal = new Request.SqlSignal(letter.name(), letter.data(), optionsFor(letter.execution()));
        scene.judge.signals().requested(letter.execution(), letter.data());
        scene.database.request(new InboxPost(letter.execution(), "", 1, RequestCodec.write(signal)));
    }

    /** The namespace of the execution. */
    private Json optionsFor(ExecutionId id) {
        return scene.judge.executions().stream()
                .filter(state -> state.id().equals(id))
                .findFirst()
                .map(state -> Json.of(Map.of("namespace", state.started().namespace())))
                .orElse(Json.EMPTY_OBJECT);
    }

    /** Asks a node. A sender with an id sends again without an answer. */
    private void send(Letter letter, int tries) {
        if (letter.id() == null && scene.database.takesRequests()) {
            request(letter);
            return;
        }
        SimNode node = scene.someNode(random);
        if (node == null) {
            again(letter, tries);
            return;
        }
        Answer answer = new Answer();
        scene.timeline.after(PATIENCE, "signals", () -> {
            if (answer.isFirst()) {
                scene.sometimes.saw(Milestone.SIGNAL_UNKNOWN);
                again(letter, tries);
            }
        });
        Command signal = new Command.Signal(letter.name(), letter.id(), letter.data(), "sender");
        node.run(() -> node.node().lanes().ask(letter.execution(), signal).whenComplete((nothing, error) -> {
            if (error == null) {
                scene.judge.signals().acknowledged(letter.execution(), letter.data());
            }
            if (answer.isFirst()) {
                answered(letter, tries, error);
            }
        }));
    }

    private void answered(Letter letter, int tries, @Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException wrapper ? wrapper.getCause() : error;
        if (error == null) {
            if (letter.id() != null && tries > 1 && random.nextInt(3) == 0) {
                scene.sometimes.saw(Milestone.SIGNAL_REPEATED);
                scene.timeline.after(Duration.ofMillis(random.nextInt(30_000)), "signals", () -> send(letter, 1));
            }
        } else if (cause instanceof ReeveException reeve && isFinal(reeve.code())) {
            scene.sometimes.saw(Milestone.SIGNAL_REFUSED);
        } else {
            again(letter, tries);
        }
    }

    private static boolean isFinal(ErrorCode code) {
        return code == ErrorCode.REFUSED || code == ErrorCode.INVALID_INPUT || code == ErrorCode.NOT_FOUND;
    }

    private void again(Letter letter, int tries) {
        if (letter.id() != null && tries > 1) {
            scene.timeline.after(AGAIN, "signals", () -> send(letter, tries - 1));
        }
    }

    /** A request has one answer, or none in time. */
    private static final class Answer {
        private boolean was;

        boolean isFirst() {
            boolean first = !was;
            was = true;
            return first;
        }
    }
}
