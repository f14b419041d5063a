package dev.reeve.model;

import com.dashjoin.jsonata.Utils;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one evaluation has done so far. It ends the evaluation when that is too much. For one thread.
 *
 * <p>Counted rather than timed: the same expression over the same data must give the same outcome on every machine.
 */
final class ExpressionWork {

    private static final int ELEMENTS_PER_UNIT = 4;
    private static final int CHARACTERS_PER_UNIT = 16;

    /** A library function is handed nothing of the evaluation that calls it: it finds the work here. */
    private static final ThreadLocal<ExpressionWork> CURRENT = new ThreadLocal<>();

    /** An interrupt is looked for every so many units, as a power of two. */
    private static final int LOOK_SHIFT = 16;

    private final int limit;
    private boolean stopped;
    private int left;
    private int depth;
    private @Nullable ExpressionException exceeded;

    ExpressionWork() {
        this(Limits.DEFAULT.expressionWork());
    }

    /** @param limit how many units */
    ExpressionWork(int limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** That of the evaluation that this thread is in. */
    static ExpressionWork current() {
        ExpressionWork work = CURRENT.get();
        if (work == null) {
            throw new IllegalStateException("no expression is being evaluated by this thread");
        }
        return work;
    }

    /**
     * Evaluates with this as the current one. A scope may evaluate another expression when it is asked for a value; that has a
     * work of its own, and afterwards this one counts again.
     */
    <T extends @Nullable Object> T during(Supplier<T> evaluation) {
        ExpressionWork outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return evaluation.get();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** A part of the expression is about to be evaluated. */
    void enter() {
        if (++depth > Limits.DEFAULT.expressionDepth()) {
            throw exceeded(
                    ExpressionException.DEPTH_LIMIT,
                    "the expression goes deeper than %d levels: does it recurse without end?"
                            .formatted(Limits.DEFAULT.expressionDepth()));
        }
        spend(1);
    }

    /** A part of the expression was evaluated. */
    void leave(@Nullable Object result) {
        depth--;
        if (result instanceof List<?> elements) {
            nested(elements);
        } else if (result instanceof String text) {
            characters(text.length());
        } else if (result instanceof Map<?, ?> members && !(members instanceof ScopeMap)) {
            elements(members.size());
        }
    }

    /** A list, and the lists in it: what the library goes through to find a member, or to tell true from false. */
    void nested(List<?> elements) {
        // before they are looked at: a range is as long as it likes
        elements(elements.size());
        if (!isRange(elements)) {
            for (Object element : elements) {
                if (element instanceof List<?> inner) {
                    spend(1);
                    nested(inner);
                }
            }
        }
    }

    /**
     * All that is in a value, as often as it is in it: what the library goes through to compare a value, or to make text of
     * it. Counted on the way, so that a value that holds another one a million times does not hold this up either.
     *
     * @param charactersPerUnit how many characters of text are as much work as a step
     */
    void deep(@Nullable Object value, int charactersPerUnit) {
        switch (value) {
            case String text -> spend(text.length() / charactersPerUnit);
            case List<?> elements -> {
                spend(1);
                elements(elements.size());
                if (!isRange(elements)) {
                    for (Object element : elements) {
                        deep(element, charactersPerUnit);
                    }
                }
            }
            case Map<?, ?> members -> {
                spend(1);
                elements(members.size());
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    deep(member.getKey(), charactersPerUnit);
                    deep(member.getValue(), charactersPerUnit);
                }
            }
            case null, default -> {
                // one of the elements that were counted
            }
        }
    }

    static boolean isRange(List<?> elements) {
        return elements instanceof Utils.RangeList;
    }

    void elements(long count) {
        spend(count / ELEMENTS_PER_UNIT);
    }

    void characters(long count) {
        spend(count / CHARACTERS_PER_UNIT);
    }

    void spend(long units) {
        if (units > left) {
            throw tooMuch();
        }
        int before = left;
        left -= (int) units;
        if ((before ^ left) >>> LOOK_SHIFT != 0 && Thread.currentThread().isInterrupted()) {
            stopped = true;
            throw stopped();
        }
    }

    /** Whether it was ended from outside, which says nothing of the expression. */
    boolean isStopped() {
        return stopped;
    }

    /** Whoever evaluates was told to stop: a lane that has gone on without its thread, or a caller who is interrupted. */
    IllegalStateException stopped() {
        return new IllegalStateException("the thread was interrupted in the middle of an evaluation");
    }

    /** How much was done. */
    int spent() {
        return limit - left;
    }

    /** As {@link #spend}, when it is known at once that this is too much. */
    ExpressionException tooMuch() {
        left = 0;
        return exceeded(
                ExpressionException.WORK_LIMIT,
                "the expression does too much: its limit is %,d units of work. Compute this in an action"
                        .formatted(limit));
    }

    /** Set once a limit was hit, whatever the evaluator made of the exception. */
    @Nullable ExpressionException exceeded() {
        return exceeded;
    }

    private ExpressionException exceeded(String code, String message) {
        if (exceeded == null) {
            exceeded = new ExpressionException(code, message);
        }
        return exceeded;
    }

    /** The text, such that matching a regular expression against it counts as work. */
    CharSequence counted(String text) {
        return new Counted(text, this);
    }

    /** A matcher reads a character whenever it tries something, so counting reads bounds its time. */
    private static final class Counted implements CharSequence {

        private final String text;
        private final ExpressionWork work;
        private int reads;

        Counted(String text, ExpressionWork work) {
            this.text = text;
            this.work = work;
        }

        @Override
        public char charAt(int index) {
            if (++reads % CHARACTERS_PER_UNIT == 0) {
                work.spend(1);
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
