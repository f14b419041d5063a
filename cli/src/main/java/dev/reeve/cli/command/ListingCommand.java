package dev.reeve.cli.command;

import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.Document;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** Lists all items of a kind. */
public abstract class ListingCommand<T> implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    protected abstract List<T> read(ReeveReader reader);

    protected abstract Document document(List<T> items);

    /** Formats one item as text. */
    protected abstract String textOf(T item);

    /** The line after the list. */
    protected abstract String summary(List<T> items);

    @Override
    public final Integer call() {
        try (ReeveReader reader = store.reader()) {
            List<T> items = read(reader);
            output.print(document(items), items.stream().map(this::textOf));
            output.say(summary(items));
        }
        return 0;
    }
}
