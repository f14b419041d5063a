package dev.reeve.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@link javax.sql.DataSource} of the engine, for applications that have several. Without it the engine uses
 * the only or primary one.
 *
 * <pre>{@code
 * @Bean
 * @ReeveDataSource
 * DataSource orders() {
 *     …
 * }
 * }</pre>
 */
@Documented
@Qualifier @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface ReeveDataSource {}
