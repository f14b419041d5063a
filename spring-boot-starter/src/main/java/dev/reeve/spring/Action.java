package dev.reeve.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean that performs an action. An agent of the application calls it for each attempt of a step.
 *
 * <pre>{@code
 * @Component
 * class Payments {
 *     @Action("payment.charge")
 *     Receipt charge(Charge charge, StepContext step) {
 *         return bank.charge(charge, step.idempotencyKey());
 *     }
 * }
 * }</pre>
 *
 * <p>The method has at most two parameters: the input of the step, of any class that JSON can be bound to, and the
 * {@link dev.reeve.agent.StepContext}. Either may be missing, and the order is free. Its result becomes the output of
 * the step; {@code void} and {@code null} become JSON {@code null}, and a {@code CompletionStage} is waited for.
 * Exceptions have the meaning that {@link dev.reeve.agent.Handler} describes. The method is called through the proxies
 * of the bean, so {@code @Transactional} and other aspects apply. It is called concurrently, so the bean must be
 * thread-safe.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Action {

    /** The name of the action, as definitions write it. May have placeholders: <code>${shop.action}</code>. */
    String value();

    /**
     * The agent that performs the action. Actions of one agent share its slots, which
     * {@code reeve.agents.<agent>.slots} sets. By default that is the agent of the application,
     * {@code reeve.agent.name}.
     */
    String agent() default "";
}
