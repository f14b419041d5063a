package dev.reeve.spring;

import dev.reeve.NodeOptions;

/**
 * Changes the options of the engine before it is opened, for those that have no property. Declare beans of this type;
 * they are applied in their {@linkplain org.springframework.core.annotation.Order order}.
 *
 * <pre>{@code
 * @Bean
 * NodeOptionsCustomizer notifications(NotificationOptions notifications) {
 *     return options -> options.withNotification(notifications);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface NodeOptionsCustomizer {

    /**
     * Returns the options with changes.
     *
     * @param options those of the properties and of earlier customizers
     */
    NodeOptions customize(NodeOptions options);
}
