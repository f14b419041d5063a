/**
 * Reeve in a Spring Boot application: the annotations and extension points that applications use.
 *
 * <p>A type belongs here if an application with Spring names it: an annotation, a bean to customise, or the
 * configuration itself. The parts that it is made of are in {@code dev.reeve.internal.spring}.
 */
@NullMarked
package dev.reeve.spring;

import org.jspecify.annotations.NullMarked;
