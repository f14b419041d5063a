package dev.reeve.internal.spring.workflow;

import dev.reeve.internal.spring.StartupException;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

/** Reads definitions from locations of Spring, such as {@code classpath*:workflows/*.yaml}. */
public final class WorkflowResources {

    private WorkflowResources() {}

    /**
     * The definitions, in the order of their locations and names.
     *
     * @param locations a pattern may match nothing, and another location must exist
     * @throws StartupException if a location does not exist, or cannot be read
     */
    public static List<Workflow> read(ResourcePatternResolver resolver, List<String> locations) {
        Map<String, Resource> found = new LinkedHashMap<>();
        for (String location : locations) {
            for (Resource resource : resources(resolver, location)) {
                found.putIfAbsent(resource.getDescription(), resource);
            }
        }
        List<Workflow> workflows = new ArrayList<>();
        found.values().forEach(resource -> workflows.add(workflow(resource)));
        return workflows;
    }

    private static List<Resource> resources(ResourcePatternResolver resolver, String location) {
        try {
            List<Resource> all = new ArrayList<>(List.of(resolver.getResources(location)));
            all.sort((one, other) -> one.getDescription().compareTo(other.getDescription()));
            return all;
        } catch (IOException e) {
            throw unreadable(location, e);
        }
    }

    private static Workflow workflow(Resource resource) {
        try {
            String name = resource.getFilename();
            return Workflow.parse(
                    resource.getContentAsString(StandardCharsets.UTF_8),
                    name == null ? resource.getDescription() : name);
        } catch (IOException e) {
            throw unreadable(resource.getDescription(), e);
        }
    }

    private static StartupException unreadable(String location, IOException e) {
        return new StartupException(
                "The definition %s cannot be read: %s.".formatted(location, e.getMessage()),
                "Correct reeve.workflows, or add the file.",
                e);
    }
}
