package dev.reeve.internal.core;

import java.util.List;

/** Parts of messages for people. */
final class Messages {

    private static final int STEPS_NAMED_MAX = 10;

    private Messages() {}

    /** Joins parts for a sentence. */
    static String joined(List<?> parts) {
        StringBuilder joined = new StringBuilder();
        for (Object part : parts) {
            joined.append(joined.isEmpty() ? "" : "; ").append(part);
        }
        return joined.toString();
    }

    static String someSteps(Plan plan) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < Math.min(plan.size(), STEPS_NAMED_MAX); i++) {
            names.append(i == 0 ? "" : ", ").append(plan.node(i).path);
        }
        return plan.size() > STEPS_NAMED_MAX ? names + ", … (" + plan.size() + " steps)" : names.toString();
    }
}
