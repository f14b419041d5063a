package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.http.EventStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The feed of changes")
@Timeout(120)
final class ChangeFeedTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // the clock may jump to negative numbers
    private final ChangeFeed feed = new ChangeFeed("e", nanos::get);

    private void change(long number) {
        feed.executionChanged("w", new ExecutionId(new UUID(1, number)), 1, ExecutionStatus.RUNNING);
    }

    @Test
    @DisplayName("A stream ends after 15 minutes though changes go on, and the next one misses none of them")
    void ends() throws Exception {
        EventStream stream = feed.from("default", null, null, LONG);
        List<String> texts = new ArrayList<>();
        change(1);
        stream.writeTo(text -> {
            texts.add(text);
            if (texts.size() == 3) { // a pulse, the greeting and the first change
                change(2);
                nanos.addAndGet(ChangeFeed.STREAM_MAX.toNanos());
            }
        });
        assertThat(texts).hasSize(3);
        assertThat(texts.getLast()).contains("id: e-1");

        EventStream next = feed.from("default", null, "e-1", LONG);
        List<String> more = new ArrayList<>();
        next.writeTo(text -> {
            more.add(text);
            if (more.size() == 3) {
                next.close();
            }
        });
        assertThat(more.getLast()).contains("id: e-2");
    }

    @Test
    @DisplayName("A stream of a caller whose key expires ends before")
    void endsBefore() {
        EventStream stream = feed.from("default", null, null, Duration.ofSeconds(7));
        nanos.addAndGet(Duration.ofSeconds(7).toNanos() - 1);
        assertThat(stream.isEnded()).isFalse();
        nanos.addAndGet(1);
        assertThat(stream.isEnded()).isTrue();
    }

    @Test
    @DisplayName(
            "No wake-up is lost: each of several streams gets each change of several lanes, though none follows it")
    void losesNoWakeUp() throws Exception {
        ChangeFeed live = new ChangeFeed("e");
        List<EventStream> streams = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            EventStream stream = live.from("default", null, null, LONG);
            assertThat(stream.next(LONG)).hasFieldOrPropertyWithValue("name", "ready");
            streams.add(stream);
        }
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try (threads) {
            for (int round = 0; round < 300; round++) {
                List<Future<?>> got = new ArrayList<>();
                for (EventStream stream : streams) {
                    got.add(threads.submit(() -> {
                        for (int i = 0; i < 4; i++) {
                            assertThat(stream.next(LONG)).isNotNull();
                        }
                        return null;
                    }));
                }
                for (int lane = 0; lane < 4; lane++) {
                    long number = 4L * round + lane;
                    got.add(threads.submit(() -> live.executionChanged(
                            "w", new ExecutionId(new UUID(1, number)), 1, ExecutionStatus.RUNNING)));
                }
                for (Future<?> each : got) {
                    each.get(60, TimeUnit.SECONDS);
                }
            }
        } finally {
            streams.forEach(EventStream::close);
        }
    }

    @Test
    @DisplayName("A client that is further behind than the feed keeps gets a reset, and goes on from there")
    void resets() throws Exception {
        EventStream stream = feed.from("default", null, null, LONG);
        assertThat(text(stream)).contains("event: ready");
        for (int i = 0; i < 20_000; i++) {
            change(i);
        }
        assertThat(text(stream)).contains("event: reset").contains("id: e-20000");
        change(1);
        assertThat(text(stream)).contains("event: changed").contains("id: e-20001");
        assertThat(text(feed.from("default", null, "other-1", LONG))).contains("event: reset");
    }

    private static String text(EventStream stream) throws InterruptedException {
        return Objects.requireNonNull(stream.next(Duration.ZERO)).text();
    }
}
