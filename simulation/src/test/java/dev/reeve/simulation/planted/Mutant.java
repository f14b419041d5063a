package dev.reeve.simulation.planted;

import dev.reeve.simulation.run.Emphasis;
import dev.reeve.simulation.run.Simulation;
import java.util.List;
import java.util.stream.Stream;

/**
 * A bug to plant.
 *
 * @param rule that it breaks
 * @param file from the root of the repository
 * @param text that is in the file exactly once
 * @param instead what is put in its place
 * @param emphasis of the worlds in which it is looked for; {@link Emphasis#NOTHING} for all worlds
 * @param isShared whether it is looked for only in worlds where several nodes share the store
 * @param hasNeighbours whether it is looked for only in worlds with two namespaces
 */
record Mutant(
        String name,
        String rule,
        String file,
        String text,
        String instead,
        Emphasis emphasis,
        boolean isShared,
        boolean hasNeighbours) {

    Mutant(String name, String rule, String file, String text, String instead) {
        this(name, rule, file, text, instead, Emphasis.NOTHING, false, false);
    }

    static List<Mutant> all() {
        return Stream.of(
                        LaneMutants.all(),
                        CoreMutants.all(),
                        ConstructMutants.all(),
                        CodeMutants.all(),
                        NameMutants.all(),
                        OthersMutants.all(),
                        GiveUpMutants.all(),
                        ChildMutants.all(),
                        GroupMutants.all(),
                        DelayMutants.all(),
                        MoveMutants.all(),
                        OperatorMutants.all(),
                        MessageMutants.all(),
                        ServiceMutants.all(),
                        LimitMutants.all(),
                        ClusterMutants.all(),
                        SharedMutants.all(),
                        NamespaceMutants.all(),
                        SignalMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    /** It needs what only such worlds have enough of. */
    Mutant in(Emphasis where) {
        return new Mutant(name, rule, file, text, instead, where, isShared, hasNeighbours);
    }

    /** It needs several nodes. */
    Mutant shared() {
        return new Mutant(name, rule, file, text, instead, emphasis, true, hasNeighbours);
    }

    /** It needs two namespaces. */
    Mutant withNeighbours() {
        return new Mutant(name, rule, file, text, instead, emphasis, isShared, true);
    }

    boolean isLookedForIn(long seed) {
        return (emphasis == Emphasis.NOTHING || emphasis == Emphasis.of(seed))
                && (!isShared || Simulation.isShared(seed))
                && (!hasNeighbours || Simulation.hasNeighbours(seed));
    }
}
