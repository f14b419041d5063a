package dev.reeve.internal.http.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file on a disk on which only some bytes are left, as those who append to it see it. */
final class FullDisk extends FileChannel {

    private final FileChannel file;

    /** The bytes that are left. */
    int left = Integer.MAX_VALUE;

    FullDisk(FileChannel file) {
        this.file = file;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (left == 0) {
            throw new IOException("No space left on device");
        }
        int length = Math.min(left, source.remaining());
        int written = file.write(source.slice(source.position(), length));
        source.position(source.position() + written);
        left -= written;
        return written;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        file.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        file.force(metaData);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("nobody who appends needs this");
    }

    @Override
    public int read(ByteBuffer target) {
        throw unused();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw unused();
    }

    @Override
    public int read(ByteBuffer target, long position) {
        throw unused();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw unused();
    }

    @Override
    public int write(ByteBuffer source, long position) {
        throw unused();
    }

    @Override
    public long position() {
        throw unused();
    }

    @Override
    public FileChannel position(long newPosition) {
        throw unused();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw unused();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw unused();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw unused();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw unused();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw unused();
    }
}
