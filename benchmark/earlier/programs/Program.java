package dev.reeve.benchmark.earlier;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Common to the programs: how they report, and how they load an engine. */
final class Program {

    private static final String ORDER = """
            {"orderId":"order-%d","sku":"sku-1234567890","quantity":3,"card":"tok_1234567890","address":{"street":\
            "Main Street 1","city":"Springfield","zip":"12345"},"note":"leave it at the door"}""";
    private static final String RESULT = """
            {"reference":"ref-1234567890","amount":1234,"currency":"EUR","at":"2026-01-01T00:00:00Z","ok":true}""";

    private Program() {}

    /** Ends this process when the driver has ended, which had the other end of standard input. */
    static void endWithTheDriver() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // the driver writes nothing
                }
            } catch (IOException e) {
                System.err.println("standard input: " + e);
            }
            Runtime.getRuntime().halt(0);
        });
    }

    /** A figure for the driver. A later one with the same name replaces it. */
    static void tell(String name, Object value) {
        System.out.println(name + "=" + String.valueOf(value).replace('\n', ' '));
        System.out.flush();
    }

    static String chain(int steps) {
        StringBuilder yaml = new StringBuilder("workflow: chain%d\nsteps:\n".formatted(steps));
        for (int i = 1; i <= steps; i++) {
            yaml.append("  step%d: { action: %s%s }\n"
                    .formatted(i, Engine.ACTION, i == 1 ? "" : ", after: [step%d]".formatted(i - 1)));
        }
        return yaml.toString();
    }

    /** An input of about 200 bytes. */
    static String order(long number) {
        return ORDER.formatted(number);
    }

    /** A result of about 100 bytes. */
    static String result() {
        return RESULT;
    }

    static double millisSince(long begun) {
        return (System.nanoTime() - begun) / 1e6;
    }

    static String failure(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    static String join(CompletionStage<String> result, long seconds) throws Exception {
        return result.toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    }

    /** A load: executions of one workflow, with a bounded number under way. */
    static final class Load {

        private static final int PATIENCE_SECONDS = 60;

        private final Engine engine;
        private final String workflow;
        private final int inflight;
        private final Semaphore free;
        private final AtomicLong completed = new AtomicLong();
        private final AtomicReference<String> failed = new AtomicReference<>();
        private long started;

        Load(Engine engine, String workflow, int inflight) {
            this.engine = engine;
            this.workflow = workflow;
            this.inflight = inflight;
            this.free = new Semaphore(inflight);
        }

        long started() {
            return started;
        }

        long completed() {
            return completed.get();
        }

        /** Starts one more, once there is room for it. */
        void one() throws InterruptedException {
            free.acquire();
            engine.run(workflow, "", order(started++)).whenComplete((status, failure) -> {
                if (failure != null) {
                    failed.compareAndSet(null, failure(failure));
                } else if (!status.equals("COMPLETED")) {
                    failed.compareAndSet(null, "an execution ended as " + status);
                } else {
                    completed.incrementAndGet();
                }
                free.release();
            });
            String first = failed.get();
            if (first != null) {
                throw new IllegalStateException(first);
            }
        }

        /** Executions that end per second, in a closed loop. */
        double perSecond(double seconds) throws InterruptedException {
            long before = completed();
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < seconds * 1e9) {
                one();
            }
            return (completed() - before) * 1e9 / (System.nanoTime() - begun);
        }

        /** Waits until all have ended. */
        void drain() throws InterruptedException {
            if (!free.tryAcquire(inflight, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not everything ended: %d of %d".formatted(completed(), started));
            }
            free.release(inflight);
        }

        /** The median time of one execution at a time, in milliseconds. */
        double medianMillis(double seconds) throws InterruptedException {
            List<Double> millis = new ArrayList<>();
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < seconds * 1e9) {
                long one = System.nanoTime();
                one();
                drain();
                millis.add(millisSince(one));
            }
            Collections.sort(millis);
            return millis.get(millis.size() / 2);
        }
    }

    /** Blocks the caller until the process ends. */
    static void neverReturn() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
