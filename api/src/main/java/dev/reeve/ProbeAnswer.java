package dev.reeve;

/**
 * The answer of a service to a probe. The probe's agent reports it as JSON, {@code {"state": "done", "output": …}},
 * with one of the states {@code done}, {@code notDone}, {@code running} and {@code unknown}. Only {@code done} has an
 * output.
 */
public sealed interface ProbeAnswer {

    record Done(Json output) implements ProbeAnswer {}

    record NotDone() implements ProbeAnswer {}

    record Running() implements ProbeAnswer {}

    record Unknown() implements ProbeAnswer {}
}
