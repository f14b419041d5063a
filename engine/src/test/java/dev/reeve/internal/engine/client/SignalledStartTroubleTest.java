package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Signals with starts whose look at the store is wrong, late, or fails. */
final class SignalledStartTroubleTest extends EngineFixture {

    private static final Start HOW = Start.key("c").keyPolicy(KeyPolicy.RETURN_OPEN);

    private final AtomicInteger looks = new AtomicInteger();

    /** The answer to each look of a caller, by its number; null for the answer of the store. */
    private IntFunction<@Nullable Optional<ExecutionRow>> answers = look -> null;

    @Override
    protected Store open() {
        return new ForwardingStore(new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS))) {
            @Override
            public Optional<ExecutionRow> newest(ExecutionId id) {
                Optional<ExecutionRow> answer = answers.apply(looks.incrementAndGet());
                return answer == null ? super.newest(id) : answer;
            }
        };
    }

    private Execution open(String id) {
        reeve().deploy(DefinitionReader.parse(
                "workflow: call\nsteps: { go: { await: go }, end: { await: end, after: [go] } }"));
        Execution execution = reeve().signalWithStart("call", Map.of(), HOW, signal(id));
        looks.set(0);
        return execution;
    }

    private static Signal signal(String id) {
        return Signal.of("go", 1).withId(id);
    }

    private CompletableFuture<Execution> send(String id) {
        return reeve().signalWithStartAsync("call", Map.of(), HOW, signal(id)).toCompletableFuture();
    }

    private static ReeveException failure(CompletableFuture<Execution> future) throws Exception {
        Throwable error = future.handle((value, failure) -> failure).get(20, TimeUnit.SECONDS);
        assertThat(error).isInstanceOf(ReeveException.class);
        return (ReeveException) error;
    }

    @Test
    @DisplayName("S7: a caller that saw no execution sends the signal to the one that another caller has started")
    void anotherWasFaster() {
        Execution open = open("m1");
        answers = look -> look == 1 ? Optional.empty() : null;

        assertThat(reeve().signalWithStart("call", Map.of(), HOW, signal("m2"))).isEqualTo(open);

        assertThat(events(open, dev.reeve.Event.SignalReceived.class)).hasSize(2);
    }

    @Test
    @DisplayName("R46: a caller that is always too late is refused after 1,000 tries")
    void bounded() throws Exception {
        Execution open = open("m1");
        answers = look -> Optional.empty();

        ReeveException refusal = failure(send("m2"));

        assertThat(refusal.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(looks.get()).isEqualTo(1_000);
        assertThat(events(open, dev.reeve.Event.SignalReceived.class)).hasSize(1);
    }

    @Test
    @DisplayName("S2, S7: many callers of a key, whose executions end at once, look a few times each and not once for "
            + "each other caller")
    void crowd() {
        reeve().deploy(DefinitionReader.parse("workflow: call\nsteps: { go: { await: go } }"));
        int callers = 96;

        List<CompletableFuture<Execution>> sent =
                IntStream.range(0, callers).mapToObj(i -> send("m" + i)).toList();
        sent.forEach(CompletableFuture::join);

        assertThat(looks.get()).isLessThanOrEqualTo(5 * callers);
    }

    @Test
    @DisplayName("A store that fails, and a mistake, at a later look fail the future, which does not stay open")
    void laterLooksFail() throws Exception {
        var unused = open("m1");
        answers = look -> {
            if (look > 1) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "made up", null);
            }
            return Optional.empty();
        };
        assertThat(failure(send("m2")).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);

        looks.set(0);
        answers = look -> {
            if (look > 1) {
                throw new IllegalStateException("made up");
            }
            return Optional.empty();
        };
        assertThat(failure(send("m3")).code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    @DisplayName("A caller that cancels the future stops its tries")
    void cancelled() {
        var unused = open("m1");
        AtomicReference<CompletableFuture<Execution>> sent = new AtomicReference<>();
        AtomicInteger last = new AtomicInteger();
        // The first looks may run on the thread of the caller, which does not have the future yet.
        answers = look -> {
            CompletableFuture<Execution> future = sent.get();
            if (future != null && look >= 5 && future.cancel(false)) {
                last.set(look);
            }
            return Optional.empty();
        };

        sent.set(send("m2"));
        Awaitility.await().until(() -> last.get() > 0);

        Awaitility.await().during(Duration.ofMillis(200)).until(() -> looks.get() == last.get());
        assertThat(reeve().list(ExecutionQuery.all())).hasSize(1);
    }
}
