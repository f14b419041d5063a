package dev.reeve.internal.test.junit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Opens an engine for each test that has a parameter of its type. Closes the engine after the test. If the test fails,
 * adds the story of the engine to the error.
 *
 * @param <T> the type of the parameter
 */
public abstract class OnePerTest<T> implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler {

    private final Class<T> type;
    private final Namespace namespace = Namespace.create(getClass());

    protected OnePerTest(Class<T> type) {
        this.type = type;
    }

    protected abstract T open(ExtensionContext context);

    /** The events of the engine, one line each. */
    protected abstract List<String> story(T engine);

    protected abstract void close(T engine);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        T known = find(context);
        if (known != null) {
            return known;
        }
        T opened = open(context);
        context.getStore(namespace).put(type, opened);
        return opened;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable error) throws Throwable {
        T engine = find(context);
        if (engine != null) {
            error.addSuppressed(new Happened(story(engine)));
        }
        throw error;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        T engine = find(context);
        if (engine != null) {
            close(engine);
        }
    }

    private @Nullable T find(ExtensionContext context) {
        return context.getStore(namespace).get(type, type);
    }
}
