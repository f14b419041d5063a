package dev.reeve.internal.spring.test;

import dev.reeve.test.VirtualReeve;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Provides one {@link VirtualReeve} for each test, with the beans of the test's context. */
public final class VirtualReeveExtension
        implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler {

    private static final Namespace NAMESPACE = Namespace.create(VirtualReeveExtension.class);

    /** Carries the story of a test, as a suppressed exception of the test's error. It is no error itself. */
    private static final class Happened extends Exception {

        @Serial
        private static final long serialVersionUID = 1;

        Happened(List<String> story) {
            super("what had happened:\n  " + String.join("\n  ", story), null, false, false);
        }
    }

    /** Not for constructors, which JUnit calls before there is a test to open an engine for. */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == VirtualReeve.class
                && context.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        VirtualReeve known = find(context);
        if (known != null) {
            return known;
        }
        VirtualReeve opened = SpringExtension.getApplicationContext(context)
                .getBean(VirtualEngines.class)
                .open();
        store(context).put(VirtualReeve.class, opened);
        return opened;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable error) throws Throwable {
        VirtualReeve reeve = find(context);
        if (reeve != null) {
            error.addSuppressed(new Happened(reeve.story()));
        }
        throw error;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        VirtualReeve reeve = find(context);
        if (reeve != null) {
            reeve.close();
        }
    }

    private static @Nullable VirtualReeve find(ExtensionContext context) {
        return store(context).get(VirtualReeve.class, VirtualReeve.class);
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
