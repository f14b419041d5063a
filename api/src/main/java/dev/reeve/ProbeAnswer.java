package dev.reeve;

/**
 * The answer of a service to a probe. The probe's agent reports it as JSON, {@code {"state": "done", "output": …}},
 * with one of the states {@code done}, {@code notDone}, {@code running} and {@code unknown}. Only {@code done} has an
 * output.
 */
public sealed interface ProbeAnswer {

    /**
     * The service has done the request.
     *
     * @param output the output of the step
     */
    record Done(Json output) implements ProbeAnswer {}

    /** The service has not done the request, and will not do it. */
    record NotDone() implements ProbeAnswer {}

    /** The service still works on the request. */
    record Running() implements ProbeAnswer {}

    /** The service cannot tell. */
    record Unknown() implements ProbeAnswer {}
}
