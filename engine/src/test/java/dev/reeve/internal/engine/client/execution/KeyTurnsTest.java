package dev.reeve.internal.engine.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S2: turns of the callers of a key")
final class KeyTurnsTest {

    private final KeyTurns turns = new KeyTurns();
    private final Deque<Runnable> callbacks = new ArrayDeque<>();
    private final List<String> begun = new ArrayList<>();

    private CompletableFuture<String> take(String key, String name) {
        CompletableFuture<String> turn = new CompletableFuture<>();
        turns.take(key, turn, callbacks::add, () -> begun.add(name));
        return turn;
    }

    private void runCallbacks() {
        while (!callbacks.isEmpty()) {
            callbacks.poll().run();
        }
    }

    @Test
    @DisplayName("one begins when the one before has its answer, be it a failure or a cancellation")
    void oneAfterTheOther() {
        CompletableFuture<String> first = take("k", "first");
        CompletableFuture<String> second = take("k", "second");
        CompletableFuture<String> third = take("k", "third");
        runCallbacks();
        assertThat(begun).containsExactly("first");

        first.completeExceptionally(new IllegalStateException());
        runCallbacks();
        assertThat(begun).containsExactly("first", "second");

        second.cancel(false);
        runCallbacks();
        assertThat(begun).containsExactly("first", "second", "third");

        third.complete("done");
        assertThat(turns.size()).isZero();
    }

    @Test
    @DisplayName("a caller that leaves before its turn delays no other")
    void leavesEarly() {
        CompletableFuture<String> first = take("k", "first");
        CompletableFuture<String> second = take("k", "second");
        var unused = take("k", "third");

        second.cancel(false);
        runCallbacks();
        assertThat(begun).containsExactly("first", "third");

        first.complete("done");
        runCallbacks();
        assertThat(begun).containsExactly("first", "third", "second");
    }

    @Test
    @DisplayName("callers of other keys do not wait, and a key without callers takes no memory")
    void keys() {
        CompletableFuture<String> one = take("k", "one");
        CompletableFuture<String> other = take("l", "other");
        assertThat(begun).containsExactly("one", "other");

        one.complete("done");
        other.complete("done");
        assertThat(turns.size()).isZero();
    }
}
