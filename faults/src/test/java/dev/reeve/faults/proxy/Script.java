package dev.reeve.faults.proxy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Decides the fate of each exchange. Called concurrently by the threads of all connections. */
@FunctionalInterface
public interface Script {

    Script PASS = exchange -> Fate.PASS;

    Fate fate(Exchange exchange);

    /** Gives this fate to each {@code every}-th of the matching exchanges. */
    static Script everyNth(int every, Predicate<Exchange> which, Fate fate) {
        AtomicInteger seen = new AtomicInteger();
        return exchange -> which.test(exchange) && seen.incrementAndGet() % every == 0 ? fate : Fate.PASS;
    }

    /** Gives this fate to the {@code n}-th of the matching exchanges, from 1. */
    static Script nth(int n, Predicate<Exchange> which, Fate fate) {
        AtomicInteger seen = new AtomicInteger();
        return exchange -> which.test(exchange) && seen.incrementAndGet() == n ? fate : Fate.PASS;
    }
}
