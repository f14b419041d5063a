package dev.reeve.simulation.planted;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Loads Reeve anew, with one bug in it. The modules below the one with the bug are the same for all bugs, and are
 * loaded and compiled by the JVM only once.
 */
final class PlantedClasses extends ClassLoader {

    private static final String OURS = "dev.reeve.";

    /** The module that users import from, which knows no other. */
    private static final Pattern API = Pattern.compile(
            "dev\\.reeve\\.((workflow|agent|spi|spi\\.transport|internal\\.values|internal\\.provider)\\.)?[A-Z].*");

    private static final List<String> BELOW_CORE =
            List.of("dev.reeve.internal.model.", "dev.reeve.simulation.oracle.", "dev.reeve.internal.agent.");

    private static final List<String> BELOW_ENGINE = List.of(
            "dev.reeve.internal.model.",
            "dev.reeve.simulation.oracle.",
            "dev.reeve.internal.agent.",
            "dev.reeve.internal.core.");

    private static final List<String> BELOW_AGENT =
            List.of("dev.reeve.internal.model.", "dev.reeve.simulation.oracle.", "dev.reeve.internal.core.");

    private static final List<String> BELOW_ALL = List.of("dev.reeve.internal.model.", "dev.reeve.simulation.oracle.");

    private final List<String> shared;
    private final Map<String, byte[]> planted;

    private PlantedClasses(List<String> shared, Map<String, byte[]> planted) {
        super(PlantedClasses.class.getClassLoader());
        this.shared = shared;
        this.planted = planted;
    }

    static PlantedClasses with(Mutant mutant) throws IOException {
        List<String> shared = mutant.file().startsWith("core/")
                ? BELOW_CORE
                : mutant.file().startsWith("agent/") ? BELOW_AGENT : BELOW_ENGINE;
        return new PlantedClasses(shared, PlantedSource.classes(mutant));
    }

    /** A copy without a bug, in which methods of the core, the engine and the agent can be replaced. */
    static PlantedClasses sound() {
        return new PlantedClasses(BELOW_ALL, Map.of());
    }

    /** The code of one of the classes, without a bug. */
    static byte[] original(String name) throws IOException {
        try (InputStream code = Objects.requireNonNull(
                PlantedClasses.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class"), name)) {
            return code.readAllBytes();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS)
                    || API.matcher(name).matches()
                    || shared.stream().anyMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = planted.get(name);
        try (InputStream original = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (bytes == null && original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = bytes == null ? original.readAllBytes() : bytes;
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
