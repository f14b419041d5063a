package dev.reeve.cli.command;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Occupancy;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.UnavailableException;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.CommandDocument;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Executes an operator's command on an engine that is opened for it. Has the options of the store and of the output.
 */
public final class OperatorAccess {

    /** For the help of commands that change executions. */
    public static final String FOOTER =
            "%nThis opens an engine on the store, for as long as the command takes. On PostgreSQL it"
                    + " joins the engines that share the database, and disturbs nothing; if none runs, one that starts meanwhile shares"
                    + " with it. On SQLite, while an application has the file, the application carries it out if it has a local door, and else"
                    + " it is refused. Without a running engine, attempts that"
                    + " were under way count as lost, and are made again when an engine with agents is opened. The command is refused"
                    + " while an engine that owns the database alone (withoutCluster) is seen, or may be there unseen, as behind a"
                    + " pooler; --take-over does it all the same, and that engine then ends, and must be started again. A program that holds the engine can give the same commands itself, with the methods of Execution that"
                    + " are called as they are. With --server the server carries it out, and no engine is opened.";

    /** The change, applied to the execution. */
    public interface Deed {
        /** @return the execution that continues: the same one, or its re-run */
        Execution on(Execution execution);
    }

    /** A change that affects only the given execution. */
    public static Deed of(Consumer<Execution> deed) {
        return execution -> {
            deed.accept(execution);
            return execution;
        };
    }

    /**
     * A requested change.
     *
     * @param step null if the change affects the execution as a whole
     */
    public record Wish(
            ExecutionParameter execution,
            String verb,
            @Nullable String step,
            Deed deed) {}

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Option(names = "--take-over", description = "Ends an engine that owns the database alone, or may do so.")
    private boolean takeOver;

    public StoreOptions store() {
        return store;
    }

    public Output output() {
        return output;
    }

    /**
     * Makes a change.
     *
     * @param word the options that name the actor
     * @return the exit code
     */
    public int run(NameOption word, Wish wish) {
        word.check(store);
        ExecutionId id;
        try (ReeveReader reader = store.reader()) {
            id = wish.execution().id(reader);
        }
        try (Reeve acting = engine(word)) {
            Execution execution = acting.find(id)
                    .orElseThrow(() ->
                            ReeveException.of(ErrorCode.NOT_FOUND, "there is no execution %s any more".formatted(id)));
            String by = acting.actor().name();
            Execution next = wish.deed().on(execution);
            String step = wish.step();
            ExecutionId rerunAs = next.id().equals(id) ? null : next.id();
            CommandDocument done = new CommandDocument(id, wish.verb(), step, by, rerunAs, status(next));
            output.print(
                    done,
                    "execution %s: %s%s, by %s; %s is now %s"
                            .formatted(
                                    id,
                                    wish.verb().toLowerCase(Locale.ROOT),
                                    step == null ? "" : " " + step,
                                    Text.printable(by),
                                    rerunAs == null ? "it" : "execution " + rerunAs,
                                    done.status() == null ? "changed" : done.status()));
        }
        return 0;
    }

    /** Null if a server does not answer any more. The change is made, so that is no failure of the command. */
    private @Nullable ExecutionStatus status(Execution execution) {
        try {
            return execution.status();
        } catch (UnavailableException e) {
            output.say("the change is made; what the execution is now is not known: " + e.getMessage());
            return null;
        }
    }

    /**
     * Connects to the server or to the application that uses the file. Opens an engine for the command if there is
     * neither. Refuses the command if an engine runs that does not share the store.
     *
     * @param word the options that name the actor
     */
    public Reeve engine(NameOption word) {
        if (store.isServer()) {
            if (takeOver) {
                throw store.wrong("--take-over belongs to --jdbc");
            }
            return word.as(store.connect());
        }
        Optional<Reeve> application = store.application(word.name());
        if (application.isPresent()) {
            return application.get();
        }
        try (ReeveReader reader = store.reader()) {
            check(reader);
        }
        return word.as(store.engine());
    }

    /** An engine that shares the store may also come and go after this look; one that is alone would be ended. */
    private void check(ReeveReader reader) {
        switch (reader.occupancy()) {
            case Occupancy.Free free -> {}
            case Occupancy.Shared shared -> {}
            case Occupancy.Taken taken -> {
                if (store.isFile()) {
                    throw refused(
                            "%s is run by %s, which has no local door; stop that process and repeat the command, or give the command in that process"
                                    .formatted(reader.describe(), taken.by()));
                }
                refuseUnlessWanted("%s is run by %s".formatted(reader.describe(), taken.by()));
            }
            case Occupancy.Unknown unknown ->
                refuseUnlessWanted(
                        "whether an engine runs %s is not known: %s".formatted(reader.describe(), unknown.reason()));
        }
    }

    private void refuseUnlessWanted(String finding) {
        if (!takeOver) {
            throw refused(
                    finding
                            + "; stop it, and ask again, or have it give the command itself. --take-over opens the store all the same: that engine ends then, and must be started again");
        }
        output.say(finding + "; that engine is ended");
    }

    private static ReeveException refused(String message) {
        return ReeveException.of(ErrorCode.REFUSED, message);
    }
}
