package dev.reeve.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Provides a {@link VirtualReeve} for JUnit tests. On a class or a test method: a parameter of type
 * {@link VirtualReeve} is an engine in virtual time, a new one for each test. When a test fails, its error contains the
 * story of the run.
 *
 * <pre>{@code
 * @ReeveTest
 * class ReminderTest {
 *
 *     @Test
 *     void remindsAfterThirtyDays(VirtualReeve reeve) {
 *         reeve.deploy(Workflow.load(Path.of("reminder.yaml")));
 *         reeve.on("mail.send").answers(Map.of());
 *
 *         VirtualExecution reminder = reeve.start("reminder", Map.of("to", "ada@example.org"));
 *         reeve.advance(Duration.ofDays(30));
 *
 *         assertThat(reeve.calls("mail.send")).hasSize(1);
 *         assertThat(reminder.status()).isEqualTo(ExecutionStatus.COMPLETED);
 *     }
 * }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ReeveExtension.class)
public @interface ReeveTest {}
