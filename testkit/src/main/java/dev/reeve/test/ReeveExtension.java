package dev.reeve.test;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Provides one {@link VirtualReeve} for each test. */
final class ReeveExtension implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler {

    private static final Namespace NAMESPACE = Namespace.create(ReeveExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == VirtualReeve.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        VirtualReeve known = find(context);
        if (known != null) {
            return known;
        }
        VirtualReeve opened = VirtualReeve.open();
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
