package dev.reeve.internal.client;

import java.net.URI;
import java.util.List;

/** Chooses the server to talk to: the same one while it answers, then the next. Thread-safe. */
final class Servers {

    private final List<URI> all;
    private int current;

    /**
     * @param first selects the server to begin with
     */
    Servers(List<URI> all, int first) {
        this.all = List.copyOf(all);
        this.current = Math.floorMod(first, all.size());
    }

    synchronized URI current() {
        return all.get(current);
    }

    /** The server does not answer, or is closing. */
    synchronized void failed(URI server) {
        if (all.get(current).equals(server)) {
            current = (current + 1) % all.size();
        }
    }

    int size() {
        return all.size();
    }

    List<URI> all() {
        return all;
    }
}
