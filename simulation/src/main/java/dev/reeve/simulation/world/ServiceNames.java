package dev.reeve.simulation.world;

import java.util.List;

/** The services of a world. */
final class ServiceNames {

    /** The services. Each has the actions {@code do}, {@code undo} and {@code ask}. */
    static final List<String> ALL = List.of("bank", "stock", "mail");

    private ServiceNames() {}
}
