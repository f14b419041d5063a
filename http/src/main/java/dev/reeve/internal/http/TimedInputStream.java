package dev.reeve.internal.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * A body that must have arrived within a time, so that a sender cannot hold a request by a byte now and then. For one
 * thread.
 */
public final class TimedInputStream extends FilterInputStream {

    private final long end;

    public TimedInputStream(InputStream in, Duration time) {
        super(in);
        this.end = System.nanoTime() + time.toNanos();
    }

    @Override
    public int read() throws IOException {
        check();
        return super.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        check();
        return super.read(buffer, offset, length);
    }

    private void check() throws IOException {
        if (System.nanoTime() - end > 0) {
            throw new IOException("the body arrives too slowly");
        }
    }
}
