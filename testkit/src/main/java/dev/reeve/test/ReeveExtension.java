package dev.reeve.test;

import dev.reeve.internal.test.junit.OnePerTest;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Provides one {@link VirtualReeve} for each test. */
final class ReeveExtension extends OnePerTest<VirtualReeve> {

    ReeveExtension() {
        super(VirtualReeve.class);
    }

    @Override
    protected VirtualReeve open(ExtensionContext context) {
        return VirtualReeve.open();
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
