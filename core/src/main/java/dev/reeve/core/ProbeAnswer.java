package dev.reeve.core;

import dev.reeve.model.Json;

/** What a service says became of a request. */
public sealed interface ProbeAnswer {

    record Done(Json output) implements ProbeAnswer {}

    record NotDone() implements ProbeAnswer {}

    record Running() implements ProbeAnswer {}

    record Unknown() implements ProbeAnswer {}
}
