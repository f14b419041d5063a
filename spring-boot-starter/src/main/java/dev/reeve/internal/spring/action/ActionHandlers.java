package dev.reeve.internal.spring.action;

import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The actions of an application as handlers, without agents that perform them. Immutable. */
public final class ActionHandlers {

    private final List<ActionMethod<?>> methods;

    private ActionHandlers(List<ActionMethod<?>> methods) {
        this.methods = methods;
    }

    /**
     * Finds the actions.
     *
     * @throws dev.reeve.internal.spring.StartupException if a method cannot be a handler, or two perform the same
     *     action
     */
    public static ActionHandlers of(ConfigurableListableBeanFactory beans) {
        return new ActionHandlers(ActionBeans.find(beans, "").values().stream()
                .<ActionMethod<?>>flatMap(List::stream)
                .toList());
    }

    public void register(HandlerReceiver receiver) {
        methods.forEach(method -> method.addTo(receiver));
    }
}
