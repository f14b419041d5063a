package dev.reeve.example.orders.harness;

import java.util.List;

/**
 * One check of an audit.
 *
 * @param what the condition that should hold
 * @param figures the numbers that show it
 * @param findings violations; empty if the condition holds
 */
record Check(String what, String figures, List<String> findings) {

    Check {
        findings = List.copyOf(findings);
    }

    boolean passed() {
        return findings.isEmpty();
    }
}
