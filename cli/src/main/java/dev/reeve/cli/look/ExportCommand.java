package dev.reeve.cli.look;

import dev.reeve.ExecutionQuery;
import dev.reeve.ReeveReader;
import dev.reeve.cli.command.ExecutionParameter;
import dev.reeve.cli.command.TimeConverter;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports executions with their histories. */
@Command(
        name = "export",
        description = {
            "Writes executions with their histories as JSON Lines.",
            "The newest comes first, each with its definition, as an archive stores them. Disturbs no engine."
        })
public final class ExportCommand implements Callable<Integer> {

    private static final int BUFFER = 1 << 16;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(
            arity = "0..1",
            paramLabel = "ID|KEY",
            description = "One execution, by its id or key; without it, all that fit the options.")
    private @Nullable String execution;

    @Mixin
    private final QueryOptions query = new QueryOptions();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Filters by the time of the start, inclusive, such as 2026-03-01T00:00:00Z.")
    private @Nullable Instant from;

    @Option(
            names = "--before",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "The same, exclusive.")
    private @Nullable Instant before;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Where to write. The file is there when it is complete; one that is there is replaced. It is compressed if its name ends with .gz. Default: standard output.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        ExecutionQuery wanted = wanted();
        if (execution != null && (query.filter() || from != null || before != null)) {
            throw store.wrong("give either one execution, or options that filter");
        }
        try (ReeveReader reader = store.reader()) {
            Path target = file;
            long count = target == null ? print(reader, wanted) : write(reader, wanted, target);
            output.say("%,d execution%s exported".formatted(count, count == 1 ? "" : "s"));
        }
        return 0;
    }

    private long export(ReeveReader reader, ExecutionQuery wanted, OutputStream out) throws IOException {
        return execution == null
                ? reader.export(wanted, out)
                : reader.export(ExecutionParameter.id(reader, execution), out);
    }

    private long print(ReeveReader reader, ExecutionQuery wanted) throws IOException {
        OutputStream out = output.bytes();
        long count = export(reader, wanted, out);
        out.flush();
        return count;
    }

    private long write(ReeveReader reader, ExecutionQuery wanted, Path target) throws IOException {
        Path writing = target.resolveSibling(target.getFileName() + ".writing");
        boolean done = false;
        try {
            long count;
            try (FileChannel channel = FileChannel.open(
                    writing,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                OutputStream bytes = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
                if (target.toString().endsWith(".gz")) {
                    GZIPOutputStream compressed = new GZIPOutputStream(bytes, BUFFER);
                    count = export(reader, wanted, compressed);
                    compressed.finish();
                } else {
                    count = export(reader, wanted, bytes);
                }
                bytes.flush();
                channel.force(true);
            }
            Files.move(writing, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            done = true;
            return count;
        } finally {
            if (!done) {
                Files.deleteIfExists(writing);
            }
        }
    }

    private ExecutionQuery wanted() {
        ExecutionQuery all = query.query();
        ExecutionQuery later = from == null ? all : all.startedFrom(from);
        return before == null ? later : later.startedBefore(before);
    }
}
