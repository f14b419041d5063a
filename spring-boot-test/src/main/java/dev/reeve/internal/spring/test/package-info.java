/**
 * The engine in virtual time for tests of Spring Boot applications.
 *
 * <p>Entered by {@code dev.reeve.spring.test} only.
 */
@NullMarked
package dev.reeve.internal.spring.test;

import org.jspecify.annotations.NullMarked;
