package dev.reeve.simulation.story;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Customers put items into carts. Each item is a signal to the execution of its cart, which is started if there is
 * none, and which ends by itself soon. Engines die, and answers, commits and whole servers of the database are lost, so
 * callers repeat each signal until it is acknowledged, and sometimes once more. Acknowledged signals are stored, no
 * repetition counts twice, and no execution of a cart begins without its item (S2, S7).
 */
public final class CartStory {

    private static final Duration BUSY = Duration.ofMinutes(4);
    private static final Duration LENGTH = Duration.ofMinutes(9);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(8);
    private static final Duration CLOCK_STEP_MAX = Duration.ofMinutes(2);

    private static final Map<StoreFault, Double> FAULTS = Map.of(
            StoreFault.REQUEST_LOST, 0.02,
            StoreFault.ANSWER_LOST, 0.03,
            StoreFault.UNREPLICATED, 0.15,
            StoreFault.ZOMBIE, 0.01,
            StoreFault.OUTAGE, 0.001);

    private final Stage stage;
    private SimNode node;
    private int unanswered;

    /** The executions that callers heard of, by item. */
    private final Map<String, ExecutionId> acknowledged = new LinkedHashMap<>();

    private CartStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, seed % 3 == 0 ? Map.of() : FAULTS, store -> store);
        node = stage.node;
    }

    public static List<String> run(long seed) {
        return new CartStory(seed).tell();
    }

    private List<String> tell() {
        deploy();
        int items = 15 + stage.random.nextInt(25);
        for (int i = 0; i < items; i++) {
            String item = "item-" + i;
            String cart = "cart-" + stage.random.nextInt(2);
            Duration when = Duration.ofSeconds(2).plus(stage.upTo(BUSY));
            boolean isTwice = stage.random.nextInt(4) == 0;
            later(when, () -> send(cart, item, true));
            if (isTwice) {
                later(when, () -> send(cart, item, false));
            }
        }
        int deaths = stage.random.nextInt(4);
        for (int i = 0; i < deaths; i++) {
            later(stage.upTo(BUSY), this::die);
        }
        later(BUSY.plusSeconds(5), stage.database::heal);
        stage.play(BUSY.plusSeconds(6));
        Duration length = LENGTH.plus(stage.database.clockSetBack());
        stage.play(length);
        judge();
        return stage.play(length.plusSeconds(1));
    }

    private void later(Duration delay, Runnable what) {
        stage.timeline.after(delay, "cart", what);
    }

    /** The engine may be without its store at first. */
    private void deploy() {
        try {
            stage.deploy("""
                    workflow: cart
                    steps:
                      first: { await: item }
                      second: { await: { signal: item, timeout: 4s, default: none }, after: [first] }
                    """);
        } catch (ReeveException e) {
            later(Duration.ofSeconds(1), this::deploy);
        }
    }

    private void die() {
        node.crash();
        later(Duration.ofSeconds(1), this::reopen);
    }

    private void reopen() {
        try {
            node = stage.join(Stage.OPTIONS);
        } catch (ReeveException | dev.reeve.spi.store.StoreException e) {
            later(Duration.ofSeconds(1), this::reopen);
        }
    }

    /** @param isRepeated whether it is sent again after its acknowledgement, now and then */
    private void send(String cart, String item, boolean isRepeated) {
        unanswered++;
        CompletableFuture<ExecutionId> answer = new CompletableFuture<>();
        node.run(() -> call(cart, item, answer));
        later(PATIENCE, () -> answer.cancel(false));
        var unused = answer.whenComplete((execution, error) -> {
            unanswered--;
            if (error == null) {
                hear(item, execution);
            } else {
                check(item, error);
            }
            if (error != null || (isRepeated && stage.random.nextInt(3) == 0)) {
                later(pause(), () -> send(cart, item, isRepeated && error != null));
            }
        });
    }

    /** Often short: then the standby may not have what the answer said. */
    private Duration pause() {
        return stage.random.nextBoolean() ? stage.upTo(PAUSE_MIN) : stage.upTo(PAUSE_MAX);
    }

    private void call(String cart, String item, CompletableFuture<ExecutionId> answer) {
        Start how = Start.key(cart).keyPolicy(KeyPolicy.RETURN_OPEN);
        Signal signal = Signal.of("item", item).withId(item);
        try {
            node.reeve()
                    .signalWithStartAsync("cart", Json.EMPTY_OBJECT, how, signal)
                    .whenComplete((execution, error) -> {
                        if (error == null) {
                            answer.complete(execution.id());
                        } else {
                            answer.completeExceptionally(error);
                        }
                    });
        } catch (ReeveException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Only the database and the ends of engines can fail a call. */
    private void check(String item, Throwable error) {
        ErrorCode code = error instanceof ReeveException known ? known.code() : null;
        boolean isFine = answerIsMissing(error)
                || code == ErrorCode.STORE_UNAVAILABLE
                || code == ErrorCode.STORE_UNUSABLE
                || code == ErrorCode.CLOSED
                || code == ErrorCode.FENCED
                || code == ErrorCode.WORKFLOW_UNKNOWN;
        if (!isFine) {
            stage.breach("the signal %s failed: %s".formatted(item, error));
        }
    }

    private static boolean answerIsMissing(Throwable error) {
        return error instanceof java.util.concurrent.CancellationException;
    }

    private void hear(String item, ExecutionId execution) {
        acknowledged.put(item, execution);
        if (!received(execution).contains(item)) {
            stage.breach("%s was acknowledged, and %s does not have it".formatted(item, execution));
        }
    }

    private List<String> received(ExecutionId execution) {
        return items(Journal.events(stage.database.journal(execution)));
    }

    private static List<String> items(List<Event> events) {
        List<String> items = new ArrayList<>();
        for (Event event : events) {
            if (event instanceof Event.SignalReceived signal) {
                items.add(Objects.requireNonNull(signal.id()));
            }
        }
        return items;
    }

    private void judge() {
        if (unanswered > 0) {
            stage.breach("%d calls are not answered".formatted(unanswered));
        }
        acknowledged.forEach((item, execution) -> hear(item, execution));
        Map<ExecutionId, List<String>> all = new LinkedHashMap<>();
        for (ExecutionRow row : stage.database.executions()) {
            all.put(row.id(), received(row.id()));
            if (!row.status().isTerminal()) {
                stage.breach("execution %s has not ended: %s".formatted(row.id(), all.get(row.id())));
            }
        }
        all.forEach((execution, items) -> judge(execution, items, all));
    }

    private void judge(ExecutionId execution, List<String> items, Map<ExecutionId, List<String>> all) {
        if (items.size() != items.stream().distinct().count()) {
            stage.breach("an item counts twice in %s: %s".formatted(execution, items));
        }
        String first = first(execution);
        if (first == null) {
            stage.breach("%s began without an item".formatted(execution));
            return;
        }
        // After a far step of the clock, executions that have just ended seem to have ended long ago.
        boolean isStepped = stage.database.clockFarthest().compareTo(CLOCK_STEP_MAX) > 0;
        all.forEach((other, others) -> {
            if (isStepped && Succession.after(other).equals(execution) && others.contains(first)) {
                stage.breach("a repetition of %s, which %s has, began %s".formatted(first, other, execution));
            } else if (!isStepped && Succession.isAfter(execution, other)) {
                items.stream()
                        .filter(others::contains)
                        .forEach(item ->
                                stage.breach("%s counts in %s, and again in %s".formatted(item, other, execution)));
            }
        });
    }

    /** The item in the first transaction of an execution; null if there is none. */
    private @Nullable String first(ExecutionId execution) {
        JournalRow row = stage.database.journal(execution).getFirst();
        List<String> items = items(EventCodec.read(row.events()));
        return items.isEmpty() ? null : items.getFirst();
    }
}
