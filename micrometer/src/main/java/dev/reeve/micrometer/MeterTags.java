package dev.reeve.micrometer;

import dev.reeve.internal.values.Namespaces;
import io.micrometer.core.instrument.Tags;

/** The tags of a workflow or an action. The engine names those of other namespaces than the default one with it. */
final class MeterTags {

    private MeterTags() {}

    static Tags of(String kind, String name, String... more) {
        return Tags.of("namespace", Namespaces.namespaceOf(name), kind, Namespaces.nameOf(name))
                .and(more);
    }
}
