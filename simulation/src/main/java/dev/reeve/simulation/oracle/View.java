package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.expression.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The scope of expressions. It is rebuilt for each evaluation. */
record View(Map<String, @Nullable Object> names) implements Scope {

    /** @param errors whether expressions know the errors of steps */
    static View of(
            @Nullable Object input,
            Iterable<Account> accounts,
            Map<String, @Nullable Object> execution,
            @Nullable String outcome,
            boolean errors) {
        Map<String, @Nullable Object> steps = new LinkedHashMap<>();
        for (Account account : accounts) {
            Map<String, @Nullable Object> step = new LinkedHashMap<>();
            step.put("status", account.status());
            if (account.outcome == Account.Outcome.DONE) {
                step.put("output", account.output);
            }
            if (errors) {
                step.put("error", account.failedFor == null ? null : account.failedFor.view());
            }
            steps.put(account.step.name(), step);
        }
        Map<String, @Nullable Object> names = new LinkedHashMap<>();
        names.put("input", input);
        names.put("steps", steps);
        names.put("execution", execution);
        if (outcome != null) {
            names.put("outcome", outcome);
        }
        return new View(names);
    }

    @Override
    public @Nullable Object value(String name) {
        return names.get(name);
    }

    @Override
    public boolean has(String name) {
        return names.containsKey(name);
    }
}
