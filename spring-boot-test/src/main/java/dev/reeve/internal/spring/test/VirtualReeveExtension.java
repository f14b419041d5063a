package dev.reeve.internal.spring.test;

import dev.reeve.internal.test.junit.OnePerTest;
import dev.reeve.test.VirtualReeve;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** Provides one {@link VirtualReeve} for each test, with the beans of the test's context. */
public final class VirtualReeveExtension extends OnePerTest<VirtualReeve> {

    public VirtualReeveExtension() {
        super(VirtualReeve.class);
    }

    /** Not for constructors, which JUnit calls before there is a test to open an engine for. */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return super.supportsParameter(parameter, context)
                && context.getTestMethod().isPresent();
    }

    @Override
    protected VirtualReeve open(ExtensionContext context) {
        return SpringExtension.getApplicationContext(context)
                .getBean(VirtualEngines.class)
                .open();
    }

    @Override
    protected List<String> story(VirtualReeve reeve) {
        return reeve.story();
    }

    @Override
    protected void close(VirtualReeve reeve) {
        reeve.close();
    }
}
