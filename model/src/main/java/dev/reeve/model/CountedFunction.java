package dev.reeve.model;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of the library that counts what it is about to do. It keeps the name that the library knows it by, so that it can
 * be called in part. Made once and shared by all expressions and threads, because the library compiles a regular expression for
 * each signature, which holds kilobytes. Each call counts on the work of the evaluation that makes it.
 */
final class CountedFunction extends JFunction {

    /** What a call will do; or the call itself. */
    interface Call {
        @Nullable Object apply(ExpressionWork work, List<?> args);
    }

    /** What a call will do. */
    interface Charge {
        void on(ExpressionWork work, List<?> args);
    }

    private final Charge charge;
    private final @Nullable Call instead;

    private CountedFunction(String name, String signature, String method, Charge charge, @Nullable Call instead) {
        super(name, signature, Functions.class, null, method);
        this.charge = charge;
        this.instead = instead;
    }

    /** The library's own, which does what {@code charge} says. */
    static CountedFunction library(String name, String signature, String method, Charge charge) {
        return new CountedFunction(name, signature, method, charge, null);
    }

    /** Ours, which counts by itself. Of a value that is undefined, every such function gives undefined. */
    static CountedFunction replaced(String name, String signature, String method, Call instead) {
        return new CountedFunction(name, signature, method, (work, args) -> {}, instead);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the library has it
    public @Nullable Object call(@Nullable Object input, List args) {
        ExpressionWork work = ExpressionWork.current();
        work.spend(1);
        if (instead == null) {
            charge.on(work, args);
            return super.call(input, args);
        }
        return args.isEmpty() || args.getFirst() == null ? null : instead.apply(work, args);
    }
}
