/**
 * Tests of Spring Boot applications in virtual time.
 *
 * <p>A type belongs here if a test of an application with Spring names it.
 */
@NullMarked
package dev.reeve.spring.test;

import org.jspecify.annotations.NullMarked;
