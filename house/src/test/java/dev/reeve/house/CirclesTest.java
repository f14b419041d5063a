package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Files depend on each other in one direction, in all modules. */
final class CirclesTest {

    /** Circles that are meant, each with its reason. */
    private static final Map<String, Set<String>> MEANT = Map.ofEntries(
            Map.entry(
                    "an interface of the API names the builder or the provider of its instances",
                    names(
                            "dev.reeve.",
                            "JdbcReeve NodeOptions NotificationOptions Reeve ReeveReader agent.Agent"
                                    + " internal.provider.AgentProvider internal.provider.ClientProvider"
                                    + " internal.provider.Providers internal.provider.ReeveProvider"
                                    + " internal.provider.WorkflowProvider spi.Archive"
                                    + " spi.MessageChannel workflow.Workflow workflow.WorkflowBuilder")),
            Map.entry(
                    "an exception is made by its code, and each kind is an exception",
                    names(
                            "dev.reeve.",
                            "ConflictException DeniedException FencedException InternalException InvalidException"
                                    + " LostException NotFoundException OverloadedException ReeveException"
                                    + " RefusedException TimedOutException UnavailableException")),
            Map.entry(
                    "an execution offers what a person decides, which may begin another execution",
                    names("dev.reeve.", "Execution RecoveryOperations")),
            Map.entry(
                    "the port has default answers that ask the port itself",
                    names("dev.reeve.spi.store.", "ComposedReads EndedScan PinnedScan StoreReader")),
            Map.entry(
                    "an interface offers its instance for production",
                    names("dev.reeve.internal.engine.runtime.", "Machine Surroundings")),
            Map.entry(
                    "a letter opens as a message, and goes to its lane as one",
                    names("dev.reeve.internal.engine.scheduler.message.", "Letter Message")),
            Map.entry(
                    "many to many: agents, actions, and the slots between them",
                    names("dev.reeve.internal.engine.dispatch.", "AgentSession Delivery HeldAttempt Service Slot")),
            Map.entry(
                    "a step may be a group, which has steps, in the builder",
                    names("dev.reeve.workflow.", "GroupBuilder StepBuilder")),
            Map.entry(
                    "a step may be a group, which is a definition with steps",
                    names(
                            "dev.reeve.internal.model.definition.",
                            "Definition ErrorReads Groups Pivots Step StepTree Task")),
            Map.entry(
                    "a step may be a group, whose steps are read as all others",
                    names("dev.reeve.internal.model.reading.", "GroupReader StepReader")),
            Map.entry(
                    "a step with items has a step for each item",
                    names("dev.reeve.internal.core.state.", "Items StepState")),
            Map.entry(
                    "the test kit's execution offers what a person decides, as the API's does",
                    names("dev.reeve.test.", "VirtualExecution VirtualRecovery")),
            Map.entry(
                    "a process has agents, and a mishap at one of them kills the process",
                    names("dev.reeve.test.", "Rig VirtualAgent")),
            Map.entry(
                    "what cannot begin has failed, and a failure may begin a probe",
                    names("dev.reeve.simulation.oracle.", "Beginnings Rules")),
            Map.entry(
                    "an agent makes attempts, and an attempt reports through its agent, or kills it",
                    names("dev.reeve.simulation.world.", "SimAgent SimAttempt SimTransaction")),
            Map.entry(
                    "the annotation of a slice names its filter and its bootstrapper, which read it",
                    names("dev.reeve.spring.test.", "ActionTypeFilter ReeveTest ReeveTestContextBootstrapper")),
            Map.entry(
                    "what is thrown while a failure is read is a failure too",
                    names("dev.reeve.internal.agent.", "Diagnosis ReportedFailures")));

    private static Set<String> names(String prefix, String names) {
        return Arrays.stream(names.split(" ")).map(prefix::concat).collect(Collectors.toCollection(TreeSet::new));
    }

    /** How many circles are meant. Lower it when one goes, and never raise it. */
    private static final int CIRCLES_MAX = 17;

    /** How many files are in all of them. */
    private static final int FILES_MAX = 69;

    @Test
    @DisplayName("The list of circles that are meant only shrinks, and so does the number of their files")
    void onlyShrink() {
        assertThat(MEANT)
                .as("circles that are meant: break the new one, for example by a value instead of a call back")
                .hasSizeLessThanOrEqualTo(CIRCLES_MAX);
        assertThat(MEANT.values().stream().mapToInt(Set::size).sum())
                .as("files in circles that are meant: let the new file depend on one of the circle, not both ways")
                .isLessThanOrEqualTo(FILES_MAX);
    }

    @Test
    @DisplayName("There is no circle of files but the ones that are meant, and these still exist")
    void circles() {
        Map<String, Set<String>> direct = arrows();
        assertThat(direct).as("files that are compiled; build first").hasSizeGreaterThan(1000);
        Map<String, Set<String>> reached = new HashMap<>();
        direct.keySet().forEach(name -> reached.put(name, reached(name, direct)));
        Set<Set<String>> found = new HashSet<>();
        reached.forEach((name, others) -> {
            if (others.contains(name)) {
                found.add(others.stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(name))
                        .collect(Collectors.toCollection(TreeSet::new)));
            }
        });
        assertThat(found).isEqualTo(new HashSet<>(MEANT.values()));
    }

    private static Set<String> reached(String from, Map<String, Set<String>> direct) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(direct.get(from));
        while (!next.isEmpty()) {
            String name = next.remove();
            if (reached.add(name)) {
                next.addAll(direct.getOrDefault(name, Set.of()));
            }
        }
        return reached;
    }

    private static Map<String, Set<String>> arrows() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass from : new ClassFileImporter().importPaths(Modules.compiled())) {
            Set<String> targets = arrows.computeIfAbsent(file(from), any -> new TreeSet<>());
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                String to = file(dependency.getTargetClass().getBaseComponentType());
                if (to.startsWith("dev.reeve.") && !to.equals(file(from))) {
                    targets.add(to);
                }
            }
        }
        return arrows;
    }

    private static String file(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
