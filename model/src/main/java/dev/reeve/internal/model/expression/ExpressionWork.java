package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Utils;
import dev.reeve.internal.values.Limits;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the work of one evaluation, and ends it when the limit is reached. For one thread.
 *
 * <p>Work is counted, not timed: the same expression with the same data must have the same outcome on every machine.
 */
public final class ExpressionWork {

    private static final int ELEMENTS_PER_UNIT = 4;
    private static final int CHARACTERS_PER_UNIT = 16;

    /** The library passes no evaluation state to its functions; they find the current work here. */
    private static final ThreadLocal<ExpressionWork> CURRENT = new ThreadLocal<>();

    /** The number of units between two checks for an interrupt, as a power of two. */
    private static final int LOOK_SHIFT = 16;

    private final int limit;
    private boolean stopped;
    private int left;
    private int depth;
    private @Nullable ExpressionException exceeded;

    ExpressionWork() {
        this(Limits.DEFAULT.expressionWork());
    }

    /**
     * @param limit maximum units of work
     */
    public ExpressionWork(int limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** The work of the evaluation on this thread. */
    public static ExpressionWork current() {
        ExpressionWork work = CURRENT.get();
        if (work == null) {
            throw new IllegalStateException("no expression is being evaluated by this thread");
        }
        return work;
    }

    /**
     * Evaluates with this as the current work. A scope may evaluate another expression to compute a value. That
     * expression counts its own work, and afterwards this one is current again.
     */
    public <T extends @Nullable Object> T during(Supplier<T> evaluation) {
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

    /** Called before a part of the expression is evaluated. */
    void enter() {
        if (++depth > Limits.DEFAULT.expressionDepth()) {
            throw exceeded(
                    ExpressionException.DEPTH_LIMIT,
                    "the expression goes deeper than %d levels: does it recurse without end?"
                            .formatted(Limits.DEFAULT.expressionDepth()));
        }
        spend(1);
    }

    /** Called after a part of the expression was evaluated. */
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

    /** Counts a list and its nested lists, which the library traverses to find a member or to test truth. */
    void nested(List<?> elements) {
        // counted before the elements are read: a range can have any length
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
     * Counts all of a value, with repeated references counted repeatedly. The library traverses this much to compare a
     * value or to convert it to text. Counting stops at the limit, so a value that refers to another one a million
     * times does not block here either.
     *
     * @param charactersPerUnit number of characters of text that cost one unit
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
                // counted as one of the elements
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

    public void spend(long units) {
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

    /** Whether the evaluation was interrupted, which says nothing about the expression. */
    boolean isStopped() {
        return stopped;
    }

    /** The evaluating thread was interrupted: its lane has continued without it, or its caller was interrupted. */
    IllegalStateException stopped() {
        return new IllegalStateException("the thread was interrupted in the middle of an evaluation");
    }

    /** The work done so far. */
    int spent() {
        return limit - left;
    }

    /** Like {@link #spend}, for work that is known to exceed the limit. */
    ExpressionException tooMuch() {
        left = 0;
        return exceeded(
                ExpressionException.WORK_LIMIT,
                "the expression does too much: its limit is %,d units of work. Compute this in an action"
                        .formatted(limit));
    }

    /** Set once a limit was exceeded, even if the evaluator replaced the exception. */
    @Nullable ExpressionException exceeded() {
        return exceeded;
    }

    private ExpressionException exceeded(String code, String message) {
        if (exceeded == null) {
            exceeded = new ExpressionException(code, message);
        }
        return exceeded;
    }

    /** A view of the text that counts the work of matching a regular expression against it. */
    public CharSequence counted(String text) {
        return new Counted(text, this);
    }

    /** A matcher reads a character for each step, so counting reads bounds its time. */
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
