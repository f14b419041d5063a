package dev.reeve.example.orders;

import java.util.List;

/**
 * One thing that an audit looked at.
 *
 * @param what should hold
 * @param figures that show it
 * @param findings what does not; empty if it holds
 */
record Check(String what, String figures, List<String> findings) {

    Check {
        findings = List.copyOf(findings);
    }

    boolean passed() {
        return findings.isEmpty();
    }
}
