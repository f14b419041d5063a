package dev.reeve.spring.test;

import dev.reeve.spring.Action;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Leaves components with actions in the context. Reads classes, and loads none of them. */
final class ActionTypeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<ReeveTest> {

    ActionTypeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected boolean defaultInclude(MetadataReader type, MetadataReaderFactory factory) throws IOException {
        return super.defaultInclude(type, factory) || (getComponentIncludes().isEmpty() && hasActions(type, factory));
    }

    /** The classes that the annotation names. They decide, too, whether two tests share a context. */
    @Override
    protected Set<Class<?>> getComponentIncludes() {
        return new LinkedHashSet<>(Arrays.asList(getAnnotation().getClassArray("actions")));
    }

    /** Whether the class, a superclass or an interface declares a method with an action. */
    private static boolean hasActions(MetadataReader type, MetadataReaderFactory factory) throws IOException {
        AnnotationMetadata metadata = type.getAnnotationMetadata();
        if (metadata.hasAnnotatedMethods(Action.class.getName())) {
            return true;
        }
        List<String> above = new ArrayList<>(Arrays.asList(metadata.getInterfaceNames()));
        @Nullable String superclass = metadata.getSuperClassName();
        if (superclass != null) {
            above.add(superclass);
        }
        for (String name : above) {
            if (!name.startsWith("java.") && hasActions(factory.getMetadataReader(name), factory)) {
                return true;
            }
        }
        return false;
    }
}
