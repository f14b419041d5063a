package dev.reeve.example.stage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One check of an audit.
 *
 * @param what the condition that should hold
 * @param figures the numbers that show it
 * @param findings violations; empty if the condition holds
 */
public record Check(String what, String figures, List<String> findings) {

    public Check {
        findings = List.copyOf(findings);
    }

    /** Compares two collections. Each surplus and each missing element is a finding. */
    public static Check same(String what, Collection<?> expected, Collection<?> found) {
        List<String> findings = new ArrayList<>();
        List<Object> missing = new ArrayList<>(expected);
        for (Object one : found) {
            if (!missing.remove(one)) {
                findings.add("there is " + one);
            }
        }
        missing.forEach(one -> findings.add("missing is " + one));
        return new Check(what, "%,d expected, %,d found".formatted(expected.size(), found.size()), findings);
    }

    public boolean passed() {
        return findings.isEmpty();
    }
}
