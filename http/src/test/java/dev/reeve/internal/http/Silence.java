package dev.reeve.internal.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A stream without events, until it is closed. */
final class Silence implements EventStream {
    private volatile boolean ended;

    @Override
    public @Nullable ServerEvent next(Duration patience) {
        return null;
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    @Override
    public void close() {
        ended = true;
    }
}
