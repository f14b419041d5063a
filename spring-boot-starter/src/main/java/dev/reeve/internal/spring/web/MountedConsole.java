package dev.reeve.internal.spring.web;

import dev.reeve.internal.console.Console;
import dev.reeve.internal.http.Endpoint;
import java.util.List;

/** The console of an application that has reeve-console. Loaded only then. */
final class MountedConsole {

    private MountedConsole() {}

    static List<Endpoint> endpoints() {
        return Console.endpoints();
    }
}
