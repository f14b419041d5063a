package dev.reeve.simulation.planted;

import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;

/**
 * A bug in a copy of Reeve that has run before: its methods are replaced until it is closed. The copy stays compiled by
 * the JVM from one bug to the next, so that a world takes a fraction of the time that it takes in a new copy.
 */
final class ReplacedMethods implements AutoCloseable {

    private static final Instrumentation JVM = ByteBuddyAgent.install();

    /** Copies without a bug. There are as many as bugs that are looked for at a time. */
    private static final Queue<ClassLoader> COPIES = new ConcurrentLinkedQueue<>();

    private final ClassLoader copy;
    private final List<ClassDefinition> originals;

    private ReplacedMethods(ClassLoader copy, List<ClassDefinition> originals) {
        this.copy = copy;
        this.originals = originals;
    }

    /**
     * @return null if the bug changes more than the code of methods, such as the value of a constant or the number of
     * methods
     */
    static @Nullable ReplacedMethods with(Mutant mutant) throws IOException, ClassNotFoundException {
        ClassLoader free = COPIES.poll();
        ClassLoader copy = free == null ? PlantedClasses.sound() : free;
        List<ClassDefinition> planted = new ArrayList<>();
        List<ClassDefinition> originals = new ArrayList<>();
        for (Map.Entry<String, byte[]> each : PlantedSource.classes(mutant).entrySet()) {
            Class<?> type = Class.forName(each.getKey(), true, copy);
            if (!copy.equals(type.getClassLoader())) {
                COPIES.add(copy);
                return null;
            }
            planted.add(new ClassDefinition(type, each.getValue()));
            originals.add(new ClassDefinition(type, PlantedClasses.original(each.getKey())));
        }
        try {
            redefine(planted);
        } catch (UnsupportedOperationException e) {
            COPIES.add(copy);
            return null;
        }
        return new ReplacedMethods(copy, originals);
    }

    /** A copy from which all bugs are gone, for a test of just that; null if none was used. */
    static @Nullable ClassLoader sound() {
        return COPIES.peek();
    }

    Class<?> loadClass(String name) throws ClassNotFoundException {
        return copy.loadClass(name);
    }

    @Override
    public void close() {
        try {
            redefine(originals);
            COPIES.add(copy);
        } catch (UnsupportedOperationException e) {
            System.out.println("a copy keeps its bug, and is not used again: " + e.getMessage());
        }
    }

    private static void redefine(List<ClassDefinition> definitions) {
        try {
            JVM.redefineClasses(definitions.toArray(ClassDefinition[]::new));
        } catch (ClassNotFoundException | UnmodifiableClassException e) {
            throw new IllegalStateException("cannot replace methods of " + definitions, e);
        }
    }
}
