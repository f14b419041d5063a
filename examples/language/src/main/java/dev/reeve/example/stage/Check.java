package dev.reeve.example.stage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One thing that an audit looked at.
 *
 * @param what should hold
 * @param figures that show it
 * @param findings what does not; empty if it holds
 */
public record Check(String what, String figures, List<String> findings) {

    public Check {
        findings = List.copyOf(findings);
    }

    /** That there is exactly what there should be; each surplus and each missing one is a finding. */
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
