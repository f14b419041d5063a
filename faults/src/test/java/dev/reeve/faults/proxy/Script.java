package dev.reeve.faults.proxy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Decides the fate of each exchange. Asked by the threads of all connections at once. */
@FunctionalInterface
public interface Script {

    Script PASS = exchange -> Fate.PASS;

    Fate fate(Exchange exchange);

    /** Each {@code every}-th of the exchanges that match has this fate. */
    static Script everyNth(int every, Predicate<Exchange> which, Fate fate) {
        AtomicInteger seen = new AtomicInteger();
        return exchange -> which.test(exchange) && seen.incrementAndGet() % every == 0 ? fate : Fate.PASS;
    }

    /** The {@code n}-th of the exchanges that match has this fate, from 1. */
    static Script nth(int n, Predicate<Exchange> which, Fate fate) {
        AtomicInteger seen = new AtomicInteger();
        return exchange -> which.test(exchange) && seen.incrementAndGet() == n ? fate : Fate.PASS;
    }
}
