package dev.reeve.benchmark.peers.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The workloads, the same for every peer and the same as those of {@code ./reeve bench}: {@code chain3} is a closed
 * loop that counts ends between the warm-up and the end of the time, {@code latency} an open loop whose latencies count
 * from the intended start. Prints one line of JSON, and ends the process.
 */
public final class Comparison {

    private static final int WARMUP = Integer.getInteger("warmup", 20);
    private static final int SECONDS = Integer.getInteger("seconds", 20);
    private static final int RATE = Integer.getInteger("rate", 50);

    private final Peer peer;
    /** Ids grow with time, as an application that knows its database would choose them. */
    private final long tag = System.currentTimeMillis() << 16;

    private final AtomicLong ended = new AtomicLong();
    private final Semaphore slots;
    /** Nanoseconds at which each workflow of the open loop ended. */
    private final AtomicLongArray ends = new AtomicLongArray((WARMUP + SECONDS) * RATE);

    private final CountDownLatch open = new CountDownLatch(ends.length());
    private volatile boolean stopped;
    private volatile boolean openLoop;

    private Comparison(Peer peer) {
        this.peer = peer;
        this.slots = new Semaphore(peer.inFlight());
    }

    /** Runs the workload that the arguments name. */
    public static void run(Peer peer, String[] arguments) {
        Comparison comparison = new Comparison(peer);
        try {
            peer.open(comparison::completed);
            switch (arguments[0]) {
                case "chain3" -> comparison.closedLoop();
                case "latency" -> comparison.openLoop();
                default -> throw new IllegalArgumentException("chain3 or latency, not " + arguments[0]);
            }
        } catch (Exception e) {
            failed(e); // threads of the peer would keep the process alive
        }
        System.out.flush();
        Runtime.getRuntime().halt(0); // the data is thrown away
    }

    private void completed(UUID id) {
        if (id.getMostSignificantBits() != tag) {
            return;
        }
        ended.incrementAndGet();
        slots.release();
        if (openLoop && ends.compareAndSet((int) id.getLeastSignificantBits(), 0, System.nanoTime())) {
            open.countDown();
        }
    }

    private void closedLoop() throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        for (int client = 0; client < peer.clients(); client++) {
            Thread.startVirtualThread(() -> startAll(next));
        }
        TimeUnit.SECONDS.sleep(WARMUP);
        long before = ended.get();
        long from = System.nanoTime();
        TimeUnit.SECONDS.sleep(SECONDS);
        double seconds = (System.nanoTime() - from) / 1e9;
        double rate = (ended.get() - before) / seconds;
        stopped = true;
        System.out.printf(
                Locale.ROOT,
                "{\"executionsPerSecond\":%.1f,\"inFlight\":%d,\"warmupSeconds\":%d,\"seconds\":%.1f}%n",
                rate,
                peer.inFlight(),
                WARMUP,
                seconds);
    }

    private void startAll(AtomicInteger next) {
        try {
            while (!stopped) {
                slots.acquire(peer.batch());
                int first = next.getAndAdd(peer.batch());
                List<UUID> ids = new ArrayList<>(peer.batch());
                for (int i = 0; i < peer.batch(); i++) {
                    ids.add(new UUID(tag, first + i));
                }
                peer.start(ids);
            }
        } catch (Exception e) {
            failed(e);
        }
    }

    /** Starts each workflow at its time, also if others are late. */
    private void openLoop() throws InterruptedException {
        openLoop = true;
        int all = ends.length();
        long[] due = new long[all];
        long from = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
        for (int i = 0; i < all; i++) {
            due[i] = from + i * 1_000_000_000L / RATE;
            for (long wait = due[i] - System.nanoTime(); wait > 0; wait = due[i] - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            UUID id = new UUID(tag, i);
            Thread.startVirtualThread(() -> {
                try {
                    peer.start(List.of(id));
                } catch (Exception e) {
                    failed(e);
                }
            });
        }
        if (!open.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(open.getCount() + " of " + all + " workflows did not end within a minute");
        }
        double[] millis = new double[all - WARMUP * RATE];
        for (int i = 0; i < millis.length; i++) {
            millis[i] = (ends.get(i + WARMUP * RATE) - due[i + WARMUP * RATE]) / 1e6;
        }
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "{\"latencyMillisP50\":%.1f,\"latencyMillisP99\":%.1f,\"rate\":%d,\"warmupSeconds\":%d}%n",
                millis[millis.length / 2],
                millis[millis.length * 99 / 100],
                RATE,
                WARMUP);
    }

    private static void failed(Throwable e) {
        e.printStackTrace();
        Runtime.getRuntime().halt(1);
    }
}
