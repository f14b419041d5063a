package dev.reeve.example.stage;

import dev.reeve.AuditReport;
import dev.reeve.ReeveReader;
import java.io.PrintStream;
import java.util.List;

/** The checks at the end of each story. */
public final class Audit {

    private Audit() {}

    /** As {@code ./reeve verify}. */
    public static Check verify(ReeveReader reader) {
        AuditReport report = reader.verify(count -> {});
        return new Check(
                "the store is sound",
                "%d executions verified".formatted(report.executions()),
                report.incidents().stream().map(Object::toString).toList());
    }

    /** @return whether all checks passed */
    public static boolean tell(PrintStream out, List<Check> checks) {
        out.println();
        out.println("Audit");
        for (Check check : checks) {
            out.printf("  %s %s: %s%n", check.passed() ? "✔" : "✘", check.what(), check.figures());
            check.findings().forEach(finding -> out.println("      " + finding));
        }
        return checks.stream().allMatch(Check::passed);
    }
}
