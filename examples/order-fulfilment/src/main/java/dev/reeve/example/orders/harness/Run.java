package dev.reeve.example.orders.harness;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.example.orders.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Feeds orders to a shop, and waits until all of them have ended. For one thread, single use. */
final class Run {

    /** A run without progress for this long is broken. */
    private static final Duration STANDSTILL_MAX = Duration.ofMinutes(2);

    private static final long TICK_MILLIS = 2;

    /**
     * Errors after which the order may or may not have been accepted. Accepting it again is safe and settles the
     * question.
     */
    private static final Set<ErrorCode> TRY_AGAIN =
            Set.of(ErrorCode.OVERLOADED, ErrorCode.STORE_UNAVAILABLE, ErrorCode.TIMED_OUT);

    private final DemoShop shop;
    private final List<Order> orders;
    private final Settings settings;
    private final Watcher watcher;
    private final Operator operator;
    private @Nullable Interludes interludes;

    // Updated by the engine's threads.
    private final AtomicInteger fulfilled = new AtomicInteger();
    private final AtomicInteger undone = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

    private int accepted;
    private int acceptedBefore;
    private Progress last;
    private long changedNanos = System.nanoTime();
    private long operatorNanos = System.nanoTime();

    Run(DemoShop shop, List<Order> orders, Settings settings, Watcher watcher) {
        this.shop = shop;
        this.orders = orders;
        this.settings = settings;
        this.watcher = watcher;
        this.operator = new Operator(shop.reeve(), watcher, settings.operatorTries());
        this.last = progress();
    }

    /**
     * Runs all orders to their end. An order that the store already has counts with its stored outcome.
     *
     * @throws UnusableException if an order was accepted before with other content
     * @throws ReeveException if the engine fails
     */
    void run() throws InterruptedException {
        Map<String, ExecutionStatus> known = Stories.statuses(shop.reeve());
        List<Order> fresh = new ArrayList<>();
        List<Order> open = new ArrayList<>();
        for (Order order : orders) {
            ExecutionStatus status = known.get(order.orderId());
            if (status == null) {
                fresh.add(order);
            } else if (status.isTerminal()) {
                accepted++;
                count(status);
            } else {
                open.add(order);
            }
        }
        watcher.progress(progress());

        for (Order order : open) {
            accept(order);
            observe();
        }
        interludes = new Interludes(shop, fresh.size(), settings, watcher);
        acceptedBefore = accepted;
        Pace pace = new Pace(settings.ordersPerSecond());
        for (Order order : fresh) {
            while (!pace.isDue()) {
                tick();
            }
            accept(order);
            observe();
        }
        while (!progress().isOver()) {
            tick();
        }
        watcher.progress(progress());
    }

    private void accept(Order order) throws InterruptedException {
        while (true) {
            try {
                follow(shop.accept(order));
                accepted++;
                return;
            } catch (ReeveException e) {
                if (e.code() == ErrorCode.CONFLICT) {
                    throw new UnusableException(
                            "order %s was accepted in an earlier run with other content: correct the file, or begin with another directory"
                                    .formatted(order.orderId()),
                            e);
                }
                if (!TRY_AGAIN.contains(e.code())) {
                    throw e;
                }
                tick();
            }
        }
    }

    private void follow(Execution execution) {
        var unused = execution.result().whenComplete((result, error) -> {
            if (error != null) {
                broken.compareAndSet(null, error);
            } else {
                count(result.status());
            }
        });
    }

    private void count(ExecutionStatus end) {
        (end == ExecutionStatus.COMPLETED ? fulfilled : undone).incrementAndGet();
    }

    private Progress progress() {
        return new Progress(orders.size(), accepted, fulfilled.get(), undone.get(), operator.givenUp());
    }

    /** Waits for a moment. */
    private void tick() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        observe();
    }

    private void observe() {
        long now = System.nanoTime();
        Throwable cause = broken.get();
        if (cause != null) {
            throw ReeveException.of(ErrorCode.INTERNAL, "the engine gave up: " + cause.getMessage(), cause);
        }
        if (now - operatorNanos >= settings.tempo().look().toNanos()) {
            operatorNanos = now;
            operator.look();
        }
        if (interludes != null) {
            interludes.look(accepted - acceptedBefore);
        }
        Progress progress = progress();
        watcher.progress(progress);
        if (!progress.equals(last)) {
            last = progress;
            changedNanos = now;
        } else if (now - changedNanos > STANDSTILL_MAX.toNanos()) {
            throw ReeveException.of(
                    ErrorCode.TIMED_OUT,
                    "nothing has happened for %d minutes, with %d orders in flight"
                            .formatted(STANDSTILL_MAX.toMinutes(), progress.inFlight()));
        }
    }
}
