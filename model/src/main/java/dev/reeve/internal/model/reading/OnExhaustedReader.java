package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.workflow.OnExhausted;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads {@code onExhausted}: a word, rounds of attempts, or both by code. */
final class OnExhaustedReader {

    private static final String KEY = "onExhausted";
    private static final String OTHERWISE = "otherwise";
    private static final String BY_CODE = "{ CODE: …, otherwise: … }";
    private static final Set<String> ROUNDS_KEYS = Fields.keys("pause", "rounds", "then");

    private final Problems problems;
    private final StepDefaults defaults;
    private final boolean retries;

    /** @param retries whether the step is retried, so that there can be further rounds */
    OnExhaustedReader(Problems problems, StepDefaults defaults, boolean retries) {
        this.problems = problems;
        this.defaults = defaults;
        this.retries = retries;
    }

    OnExhausted read(Fields step) {
        DocumentNode node = step.get(KEY);
        if (node == null) {
            return OnExhausted.of(defaults.then());
        }
        return node instanceof DocumentNode.Mapping mapping && isByCode(mapping)
                ? byCode(mapping)
                : sameForAll(step, node, List.of(BY_CODE));
    }

    private boolean isByCode(DocumentNode.Mapping mapping) {
        return !retries
                || mapping.members().keySet().stream().anyMatch(key -> Fields.isCode(key) || key.equals(OTHERWISE));
    }

    private OnExhausted byCode(DocumentNode.Mapping mapping) {
        Set<String> known = new LinkedHashSet<>(List.of(OTHERWISE));
        mapping.members().keySet().stream().filter(Fields::isCode).forEach(known::add);
        Set<String> readable = new LinkedHashSet<>(known);
        readable.addAll(ROUNDS_KEYS);
        mapping.members().keySet().stream().filter(this::isNoKey).forEach(readable::add);
        Fields fields = Fields.of(
                mapping, problems, readable, () -> List.of(OTHERWISE, "codes such as CARD_DECLINED"), Set.of());
        refuseRounds(fields);
        mapping.members().keySet().stream()
                .filter(this::isNoKey)
                .forEach(key -> fields.isCode(key, fields.keyPlace(key)));
        Map<String, OnExhausted.Then> byCode = new LinkedHashMap<>();
        known.stream().filter(Fields::isCode).forEach(code -> {
            if (code.equals(OTHERWISE.toUpperCase(Locale.ROOT))) {
                problems.unreadable(
                        fields.keyPlace(code), "'%s' is no code".formatted(code), "Did you mean otherwise?");
                return;
            }
            OnExhausted.Then then = fields.word(code, defaults.thens());
            byCode.put(code, then == null ? defaults.then() : then);
        });
        if (known.size() == 1 && known.containsAll(mapping.members().keySet())) {
            problems.add(
                    mapping.place(), "there is no code", "Write the word alone, or add a code such as CARD_DECLINED");
        }
        DocumentNode otherwise = fields.get(OTHERWISE);
        OnExhausted rest =
                otherwise == null ? OnExhausted.of(defaults.then()) : sameForAll(fields, otherwise, List.of());
        return new OnExhausted(rest.pause(), rest.rounds(), rest.then(), byCode);
    }

    /** Whether a key was meant as a code. */
    private boolean isNoKey(String key) {
        return !Fields.isCode(key)
                && problems.closest(key, List.of(OTHERWISE, "pause", "rounds", "then"))
                        .isEmpty();
    }

    private void refuseRounds(Fields fields) {
        for (String key : ROUNDS_KEYS) {
            if (fields.has(key)) {
                problems.unreadable(
                        fields.keyPlace(key),
                        retries
                                ? "'%s' belongs to 'otherwise', if there are codes".formatted(key)
                                : "'%s' is for a step with 'action', and this one is not retried".formatted(key),
                        retries ? "Write otherwise: { pause: 1h, rounds: 3, then: escalate }" : "Remove it");
            }
        }
    }

    /** Reads a word, or rounds of attempts. */
    private OnExhausted sameForAll(Fields outer, DocumentNode node, List<String> alternatives) {
        if (!retries || !(node instanceof DocumentNode.Mapping mapping)) {
            Set<String> forms = new LinkedHashSet<>(retries ? List.of("{ pause, rounds, then }") : List.of());
            forms.addAll(alternatives);
            OnExhausted.Then then = outer.word(node, defaults.thens(), List.copyOf(forms));
            return OnExhausted.of(then == null ? defaults.then() : then);
        }
        Fields fields = Fields.of(mapping, problems, ROUNDS_KEYS);
        if (!fields.has("pause")) {
            problems.missing(
                    mapping.place(), "pause", "'pause' is missing", "Add how long to wait, for example 'pause: 1h'");
        }
        Duration pause = fields.duration("pause", Fields.DURATION_MIN);
        int rounds = fields.integer("rounds", 1, CallReader.ROUNDS_MAX, 1);
        OnExhausted.Then then = fields.word("then", defaults.thens());
        return new OnExhausted(
                pause == null ? Fields.DURATION_MIN : pause, rounds, then == null ? defaults.then() : then);
    }
}
