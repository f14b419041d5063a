package dev.reeve.simulation.modelcheck;

import dev.reeve.simulation.modelcheck.Exploration.Findings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ./reeve modelcheck [STATES]}: explores all models and prints the results. With a number, explores the same
 * workflows with all kinds of trouble at once, up to this number of situations each. Exits with 1 if it finds a
 * violation, and prints the shortest path to it.
 */
public final class ModelCheck {

    private static final String USAGE = """
            Usage: ./reeve modelcheck [STATES]
            Tries every order of events on small workflows, and judges each decision. With a number: workflows with all kinds
            of trouble at once, up to this number of situations of each.""";

    private ModelCheck() {}

    public static void main(String[] args) {
        try {
            if (args.length == 0) {
                check(Models.small(), Integer.MAX_VALUE, System.out);
            } else if (args[0].equals("--help") || args[0].equals("-h")) {
                System.out.println(USAGE);
            } else {
                check(Models.large(), Integer.parseInt(args[0]), System.out);
            }
        } catch (NumberFormatException e) {
            System.err.printf("reeve modelcheck: expected a number of situations, found '%s'%n%s%n", args[0], USAGE);
            System.exit(2);
        } catch (Violation e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Explores the models one after the other and prints a line for each.
     *
     * @param statesMax maximum number of situations explored in each model
     * @throws Violation with the shortest path to it
     */
    static List<Findings> check(List<Model> models, int statesMax, PrintStream out) {
        List<Findings> all = new ArrayList<>();
        out.printf("%-45s %11s %13s %11s %8s%n", "model", "states", "transitions", "decisions", "seconds");
        for (Model model : models) {
            long begun = System.nanoTime();
            Findings found = new Exploration(model, statesMax).explore();
            print(out, found, (System.nanoTime() - begun) / 1e9);
            all.add(found);
        }
        long states = all.stream().mapToLong(Findings::states).sum();
        long transitions = all.stream().mapToLong(Findings::transitions).sum();
        long decisions = all.stream().mapToLong(Findings::decisions).sum();
        out.printf("%-45s %,11d %,13d %,11d%n", "all", states, transitions, decisions);
        return all;
    }

    private static void print(PrintStream out, Findings found, double seconds) {
        String whole = found.whole() ? "" : " (up to the limit)";
        out.printf(
                "%-45s %,11d %,13d %,11d %8.1f%s%n",
                found.model(), found.states(), found.transitions(), found.decisions(), seconds, whole);
    }
}
