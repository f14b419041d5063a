package dev.reeve.internal.document;

import dev.reeve.ServicePause;
import java.util.List;

/**
 * The actions that people have paused.
 *
 * @param services by name
 */
public record ServiceListDocument(List<ServicePauseDocument> services) implements Document {

    public static ServiceListDocument of(List<ServicePause> pauses) {
        return new ServiceListDocument(
                pauses.stream().map(ServicePauseDocument::of).toList());
    }
}
