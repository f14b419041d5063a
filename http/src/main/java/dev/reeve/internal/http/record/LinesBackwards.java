package dev.reeve.internal.http.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file from a position to its beginning, a block at a time. For one thread. */
final class LinesBackwards {

    /** A longer line comes in parts, so that a damaged file cannot fill the memory. */
    static final int LINE_MAX = 2 << 20;

    private static final int BLOCK = 64 << 10;

    private final FileChannel in;

    /** Bytes of the file. The first {@link #end} of them are not returned yet. */
    private byte[] block = {};

    /** The place of the block in the file. */
    private long start;

    private int end;

    /**
     * @param position the end of a line
     */
    LinesBackwards(FileChannel in, long position) {
        this.in = in;
        this.start = position;
    }

    /** Where the line that was returned last begins. */
    long position() {
        return start + end;
    }

    /** The line before, without its line break; null at the beginning of the file. */
    @Nullable String next() throws IOException {
        if (position() == 0) {
            return null;
        }
        int begin = begin();
        while (begin == 0 && start > 0 && end < LINE_MAX) {
            read();
            begin = begin();
        }
        int last = end > begin && block[end - 1] == '\n' ? end - 1 : end;
        String line = new String(block, begin, last - begin, StandardCharsets.UTF_8);
        end = begin;
        return line;
    }

    /** Where the last line of the block begins: behind the line break before it, or at 0. */
    private int begin() {
        int begin = Math.max(end - 1, 0);
        while (begin > 0 && block[begin - 1] != '\n') {
            begin--;
        }
        return begin;
    }

    private void read() throws IOException {
        int more = (int) Math.min(start, Math.max(BLOCK, end));
        ByteBuffer larger = ByteBuffer.allocate(more + end);
        larger.limit(more);
        long from = start - more;
        while (larger.hasRemaining() && in.read(larger, from + larger.position()) >= 0) {
            // reads on
        }
        if (larger.hasRemaining()) {
            throw new IOException("the file became shorter while it was read");
        }
        larger.limit(more + end).put(block, 0, end);
        block = larger.array();
        start = from;
        end = block.length;
    }
}
