package dev.reeve.internal.spring.action;

import dev.reeve.internal.spring.StartupException;
import dev.reeve.spring.Action;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods of beans that perform actions. Looks at beans only, and creates none. */
final class ActionBeans {

    private final ConfigurableListableBeanFactory beans;
    private final String agentOfApplication;

    /** The methods by action, to find actions that two methods perform. */
    private final Map<String, ActionMethod<?>> byAction = new LinkedHashMap<>();

    private final Map<String, List<ActionMethod<?>>> byAgent = new TreeMap<>();

    private ActionBeans(ConfigurableListableBeanFactory beans, String agentOfApplication) {
        this.beans = beans;
        this.agentOfApplication = agentOfApplication;
    }

    /**
     * The methods by the name of their agent.
     *
     * @throws StartupException if a method cannot be a handler, or two perform the same action
     */
    static Map<String, List<ActionMethod<?>>> find(ConfigurableListableBeanFactory beans, String agentOfApplication) {
        ActionBeans found = new ActionBeans(beans, agentOfApplication);
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            if (!ScopedProxyUtils.isScopedTarget(name)) {
                found.look(name);
            }
        }
        return found.byAgent;
    }

    private void look(String bean) {
        Class<?> type = targetClass(bean);
        if (type == null || !AnnotationUtils.isCandidateClass(type, Action.class)) {
            return;
        }
        Map<Method, Action> methods = MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<Action>)
                method -> AnnotatedElementUtils.findMergedAnnotation(method, Action.class));
        methods.forEach((method, action) -> add(bean, type, method, action));
    }

    /** The class behind proxies, and that of the target behind the proxy of a scope. */
    private @Nullable Class<?> targetClass(String bean) {
        String target = ScopedProxyUtils.getTargetBeanName(bean);
        Object instance = beans.containsBean(target) ? null : beans.getSingleton(bean);
        if (instance != null && !(instance instanceof FactoryBean<?>)) {
            return AopProxyUtils.ultimateTargetClass(instance);
        }
        return AutoProxyUtils.determineTargetClass(beans, beans.containsBean(target) ? target : bean);
    }

    private void add(String bean, Class<?> type, Method declared, Action annotation) {
        String action = text(annotation.value());
        if (action.isBlank()) {
            throw new StartupException(
                    "The method %s performs an action with no name.".formatted(ActionMethod.nameOf(declared)),
                    "Name it as definitions do, such as @Action(\"payment.charge\").",
                    null);
        }
        Class<?> exposed = beans.getType(bean, false);
        Method method;
        try {
            method = AopUtils.selectInvocableMethod(declared, exposed == null ? type : exposed);
        } catch (IllegalStateException e) {
            throw new StartupException(
                    "The method %s, which performs the action %s, cannot be called through the proxy of its bean '%s'."
                            .formatted(ActionMethod.nameOf(declared), action, bean),
                    "Make it public and declare it in an interface of the bean, or let the proxy extend the class: spring.aop.proxy-target-class=true.",
                    e);
        }
        ActionMethod<?> found = ActionMethod.of(action, method, type, instance(bean));
        ActionMethod<?> before = byAction.putIfAbsent(action, found);
        if (before != null) {
            throw new StartupException(
                    "Two methods perform the action %s: %s and %s.".formatted(action, before.where(), found.where()),
                    "Give them two names, or remove one.",
                    null);
        }
        String agent = text(annotation.agent());
        byAgent.computeIfAbsent(agent.isEmpty() ? agentOfApplication : agent, name -> new ArrayList<>())
                .add(found);
    }

    /** The bean at the time of a call: the first call creates a lazy bean, and each call a prototype. */
    private Supplier<Object> instance(String bean) {
        return () -> beans.getBean(bean);
    }

    private String text(String value) {
        String resolved = beans.resolveEmbeddedValue(value);
        return resolved == null ? "" : resolved;
    }
}
