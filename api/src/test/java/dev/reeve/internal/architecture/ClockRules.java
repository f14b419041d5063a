package dev.reeve.internal.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** Rules of modules that get the time from their callers. */
public final class ClockRules {

    private ClockRules() {}

    /** No code reads the time of day, sleeps or draws a random number. */
    public static ArchRule noWallClock() {
        return noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Math.class, "random");
    }

    /**
     * No code reads the monotonic clock.
     *
     * @param except the simple name of the class that may
     */
    public static ArchRule noMonotonicClock(String except) {
        return noClasses().that().doNotHaveSimpleName(except).should().callMethod(System.class, "nanoTime");
    }

    /** No code reads the monotonic clock. */
    public static ArchRule noMonotonicClock() {
        return noClasses().should().callMethod(System.class, "nanoTime");
    }
}
