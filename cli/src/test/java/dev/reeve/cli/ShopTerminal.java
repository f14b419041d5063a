package dev.reeve.cli;

import java.nio.file.Path;
import java.util.List;

/** Runs commands on a store with the executions of {@link Shop}, and keeps what they said. */
final class ShopTerminal {

    private final Terminal terminal = new Terminal();
    private final Path file;

    /** Creates the store in this directory. */
    ShopTerminal(Path directory) {
        file = directory.resolve("shop.db");
        Shop.fill(file);
    }

    Path file() {
        return file;
    }

    /** A command on another store. */
    int run(String... args) {
        return terminal.run(args);
    }

    /** A command on the shop's store. */
    int reeve(String... args) {
        return terminal.run(file, args);
    }

    String out() {
        return terminal.out();
    }

    List<String> lines() {
        return terminal.lines();
    }

    String err() {
        return terminal.err();
    }
}
