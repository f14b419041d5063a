package dev.reeve.example.orders.harness;

import java.time.Duration;

/**
 * How long what happens in a run takes.
 *
 * @param ordersPerSecond new orders, unless the caller says otherwise
 * @param pause of the mail by the operator
 * @param outage of the carrier, at least
 * @param look how often the operator looks at what needs a person
 */
record Tempo(int ordersPerSecond, Duration pause, Duration outage, Duration look) {

    /** For those who await the result. */
    static final Tempo QUICK = new Tempo(100, Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofMillis(500));

    /** For those who watch it. */
    static final Tempo SLOW = new Tempo(5, Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(20));
}
