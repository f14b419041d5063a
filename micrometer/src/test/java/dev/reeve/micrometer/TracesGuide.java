package dev.reeve.micrometer;

import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepContext;
import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import javax.sql.DataSource;

/** The blocks of docs/guide/traces.md. GuideBlocksTest of the module house compares them. */
final class TracesGuide {

    private TracesGuide() {}

    record Charge(String card) {}

    /** A handler. */
    interface Payments {
        Object charge(Charge charge, StepContext step);
    }

    static void start(Reeve reeve, Json order, String traceparent) {
        reeve.start("order_fulfilment", order, Start.key("order-123").traceparent(traceparent));
    }

    static Agent observe(Reeve reeve, Payments payments, ObservationRegistry observationRegistry) {
        Agent agent = reeve.agent("payments")
                .action("payment.charge", Charge.class, payments::charge)
                .observer(new ReeveObservations(observationRegistry))
                .start();
        return agent;
    }

    static Reeve write(DataSource dataSource) {
        ReeveSpans spans = new ReeveSpans(new ZipkinReceiver(URI.create("http://localhost:9411/api/v2/spans")));
        Reeve reeve = Reeve.open(dataSource, NodeOptions.defaults().withObserver(spans));
        spans.watch(reeve);
        return reeve;
    }
}
