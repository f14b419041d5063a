package dev.reeve.internal.payload;

import java.io.IOException;
import java.io.Writer;

/** Collects text up to a limit, so that a huge output is refused before it fills the memory. */
final class BoundedWriter extends Writer {

    private final StringBuilder text = new StringBuilder(128);
    private final int lengthMax;
    private boolean overflowed;

    BoundedWriter(int lengthMax) {
        this.lengthMax = lengthMax;
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
        makeRoomFor(length);
        text.append(buffer, offset, length);
    }

    @Override
    public void write(String string, int offset, int length) throws IOException {
        makeRoomFor(length);
        text.append(string, offset, offset + length);
    }

    private void makeRoomFor(int length) throws IOException {
        if (length > lengthMax - text.length()) {
            overflowed = true;
            throw new IOException("more than " + lengthMax + " characters");
        }
    }

    boolean overflowed() {
        return overflowed;
    }

    @Override
    public void flush() {
        // nothing is buffered
    }

    @Override
    public void close() {
        // nothing to release
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
