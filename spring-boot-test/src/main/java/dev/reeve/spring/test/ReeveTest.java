package dev.reeve.spring.test;

import dev.reeve.internal.spring.test.VirtualReeveExtension;
import dev.reeve.test.VirtualReeve;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * A test of the workflows of a Spring Boot application in virtual time. The context contains the beans with methods
 * that are annotated with {@link dev.reeve.spring.Action}, and no other components: no controllers, no repositories, no
 * database, no web server. Add what these beans need with {@code @Import}, a {@code @TestConfiguration} or {@link
 * #includeFilters}.
 *
 * <p>A parameter of type {@link VirtualReeve} is an engine in virtual time, a new one for each test. The definitions of
 * the application are deployed, and its beans perform their actions. The context has a {@link java.time.Clock} with the
 * time of this engine, unless the test declares another one. It has no {@link dev.reeve.Reeve}. Beans keep their state
 * from one test of a context to the next. One test at a time may use a context.
 *
 * <pre>{@code
 * @ReeveTest
 * class PlaceOrderTest {
 *
 *     @Test
 *     void chargesOnce(VirtualReeve reeve, @Autowired Bank bank) {
 *         VirtualExecution order = reeve.start("place_order", new Order("o-1", 500));
 *         reeve.advance(Duration.ofDays(3));
 *
 *         assertThat(order.status()).isEqualTo(ExecutionStatus.COMPLETED);
 *         assertThat(bank.takings()).isEqualTo(500);
 *     }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@BootstrapWith(ReeveTestContextBootstrapper.class)
@ExtendWith({SpringExtension.class, VirtualReeveExtension.class})
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(ActionTypeFilter.class)
@ImportAutoConfiguration
public @interface ReeveTest {

    /** Properties of the environment, in the form {@code key=value}. */
    String[] properties() default {};

    /**
     * The classes whose actions are performed by their beans. All classes with actions by default. Other actions need a
     * {@linkplain VirtualReeve#on script} in the test.
     */
    Class<?>[] actions() default {};

    /** Whether beans with actions belong to the context. */
    boolean useDefaultFilters() default true;

    /** Other components that belong to the context. */
    Filter[] includeFilters() default {};

    /** Components that do not belong to the context. */
    Filter[] excludeFilters() default {};

    /** Auto-configurations of this annotation that are left out. */
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
