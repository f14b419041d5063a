package dev.reeve.faults;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Reports in one line at the end which faults were injected and which could not be, so that a skip is never silent. */
public final class Tally implements TestExecutionListener {

    private static final Pattern FAULT = Pattern.compile("\\bF(\\d{1,2})\\b");

    private final Set<Integer> injected = new ConcurrentSkipListSet<>();
    private final Map<Integer, String> missing = new ConcurrentHashMap<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!test.isTest()) {
            return;
        }
        String why = result.getThrowable().map(Throwable::getMessage).orElse("");
        faults(test.getDisplayName()).forEach(fault -> {
            switch (result.getStatus()) {
                case SUCCESSFUL, FAILED -> injected.add(fault);
                case ABORTED -> missing.put(fault, why.replace("Assumption failed: ", ""));
            }
        });
    }

    /** The faults that a display name begins with. */
    private static Set<Integer> faults(String name) {
        Set<Integer> found = new TreeSet<>();
        Matcher matcher = FAULT.matcher(name.replaceFirst(":.*", ""));
        while (matcher.find()) {
            found.add(Integer.valueOf(matcher.group(1)));
        }
        return found;
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        Map<Integer, String> left = new TreeMap<>(missing);
        left.keySet().removeAll(injected);
        StringBuilder line = new StringBuilder("faults: %d injected".formatted(injected.size()));
        if (!left.isEmpty()) {
            line.append(", %d not injected:".formatted(left.size()));
            left.forEach((fault, why) -> line.append(" F%d (%s)".formatted(fault, why)));
        }
        System.out.println(line);
    }
}
