package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.http.EventStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
}
