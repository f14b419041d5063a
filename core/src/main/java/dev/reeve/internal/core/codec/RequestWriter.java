package dev.reeve.internal.core.codec;

import dev.reeve.AttemptToken;
import dev.reeve.KeyPolicy;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import org.jspecify.annotations.Nullable;

/** Writes requests; see {@link RequestCodec} for the format. */
final class RequestWriter {

    private final EventWriter out;

    RequestWriter(EventWriter out) {
        this.out = out;
    }

    void write(Request request) {
        switch (request) {
            case Request.Begin begin -> {
                out.type("Begin");
                out.bits("digest", begin.digest());
                out.instant("delayedUntil", begin.delayedUntil());
                if (begin.keyPolicy() != KeyPolicy.RETURN) {
                    out.text("keyPolicy", begin.keyPolicy().name());
                }
                out.name("events");
                out.write(begin.events());
            }
            case Request.Move move -> {
                out.type("Move");
                out.text("workflow", move.workflow());
                out.number("version", move.version());
                said(move.by(), move.reason());
            }
            case Request.SqlStart start -> {
                out.type("SqlStart");
                out.text("workflow", start.workflow());
                out.payload("input", start.input());
                out.payload("options", start.options());
            }
            case Request.SqlSignal signal -> {
                out.type("SqlSignal");
                out.text("signal", signal.signal());
                out.payload("data", signal.data());
                out.payload("options", signal.options());
            }
            case Request.Arrive arrive -> out.type("Arrive");
            case Request.Ask(Command command) -> command(command);
        }
    }

    private void command(Command command) {
        out.type(command.getClass().getSimpleName());
        switch (command) {
            case Command.CompleteAttempt c -> {
                token(c.token());
                out.payload("output", c.output());
            }
            case Command.ApplyStoredOutput c -> throw new IllegalArgumentException("only the owner applies " + c);
            case Command.FailAttempt c -> {
                token(c.token());
                out.failure(c.failure());
            }
            case Command.RecordCheckpoint c -> {
                token(c.token());
                out.payload("checkpoint", c.checkpoint());
            }
            case Command.LoseAttempt c -> token(c.token());
            case Command.GiveUpAttempt c -> token(c.token());
            case Command.Signal c -> {
                out.text("signal", c.signal());
                out.text("id", c.id());
                out.payload("data", c.data());
                out.text("by", c.by());
            }
            case Command.Cancel c -> said(c.by(), c.reason());
            case Command.Compensate c -> said(c.by(), c.reason());
            case Command.Pause c -> said(c.by(), c.reason());
            case Command.Resume c -> said(c.by(), c.reason());
            case Command.ProbeStep c -> {
                step(c.step());
                said(c.by(), c.reason());
            }
            case Command.RetryStep c -> {
                ofStep(c.step(), c.by(), c.why());
                out.payload("input", c.input());
            }
            case Command.ResolveStep c -> {
                ofStep(c.step(), c.by(), c.why());
                out.payload("output", c.output());
            }
            case Command.SkipStep c -> ofStep(c.step(), c.by(), c.why());
            case Command.Move c -> throw ownersOnly(c); // written as a request
            case Command.StartStep c -> throw ownersOnly(c);
            case Command.StartChild c -> throw ownersOnly(c);
            case Command.FindRound c -> throw ownersOnly(c);
            case Command.WakeStep c -> throw ownersOnly(c);
            case Command.WakeExecution c -> throw ownersOnly(c);
        }
    }

    private static IllegalArgumentException ownersOnly(Command command) {
        return new IllegalArgumentException("expected a command of a caller or an agent, found "
                + command.getClass().getSimpleName());
    }

    private void token(AttemptToken token) {
        step(token.step());
        out.text("purpose", token.purpose().name());
        out.number("attempt", token.attempt());
        out.bits("nonce", token.nonce());
    }

    private void ofStep(StepPath step, String by, @Nullable String why) {
        step(step);
        out.text("by", by);
        out.text("why", why);
    }

    private void step(StepPath step) {
        out.text("step", step.toString());
    }

    private void said(String by, String reason) {
        out.text("by", by);
        out.text("reason", reason);
    }
}
