package dev.reeve.internal.model.expression;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of the library that counts its work before doing it. It keeps the library's name for it, so that partial
 * application works. Created once and shared by all expressions and threads, because the library compiles a regular
 * expression for each signature, which takes kilobytes. Each call counts on the work of the evaluation that makes it.
 */
final class CountedFunction extends JFunction {

    /** The replacement of a library function. */
    interface Call {
        @Nullable Object apply(ExpressionWork work, List<?> args);
    }

    /** Counts the work of a call in advance. */
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

    /** The library's function, whose work {@code charge} counts. */
    static CountedFunction library(String name, String signature, String method, Charge charge) {
        return new CountedFunction(name, signature, method, charge, null);
    }

    /** Our replacement, which counts its own work. Returns undefined if the first argument is undefined. */
    static CountedFunction replaced(String name, String signature, String method, Call instead) {
        return new CountedFunction(name, signature, method, (work, args) -> {}, instead);
    }

    /** An argument that is a whole number; {@code otherwise} if it is not given. */
    static int integer(List<?> args, int index, int otherwise) {
        return args.size() > index && args.get(index) instanceof Number number ? number.intValue() : otherwise;
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by the library
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
