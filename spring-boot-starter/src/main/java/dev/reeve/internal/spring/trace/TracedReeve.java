package dev.reeve.internal.spring.trace;

import dev.reeve.Actor;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.Reeve;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.spring.transaction.ForwardingReeve;
import java.util.concurrent.CompletionStage;

/** An engine whose starts belong to the span under way, unless they name another one. Thread-safe. */
public class TracedReeve extends ForwardingReeve {

    private final Reeve reeve;
    private final CurrentSpan span;

    public TracedReeve(Reeve reeve, CurrentSpan span) {
        this.reeve = reeve;
        this.span = span;
    }

    @Override
    protected final Reeve to() {
        return reeve;
    }

    final CurrentSpan span() {
        return span;
    }

    /** The options with the span under way. */
    final Start in(Start how) {
        String traceparent = how.traceparent() == null ? span.traceparent() : null;
        return traceparent == null ? how : how.traceparent(traceparent);
    }

    @Override
    public final Execution start(String workflow, Object input, Start how) {
        return reeve.start(workflow, input, in(how));
    }

    @Override
    public final CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return reeve.startAsync(workflow, input, in(how));
    }

    @Override
    public final Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        return reeve.signalWithStart(workflow, input, in(how), signal);
    }

    @Override
    public final CompletionStage<Execution> signalWithStartAsync(
            String workflow, Object input, Start how, Signal signal) {
        return reeve.signalWithStartAsync(workflow, input, in(how), signal);
    }

    @Override
    public final Execution run(String action, Object input, Start how, JobOptions options) {
        return reeve.run(action, input, in(how), options);
    }

    @Override
    public final CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        return reeve.runAsync(action, input, in(how), options);
    }

    @Override
    public Reeve namespace(String namespace) {
        return new TracedReeve(reeve.namespace(namespace), span);
    }

    @Override
    public Reeve actingAs(Actor actor) {
        return new TracedReeve(reeve.actingAs(actor), span);
    }
}
