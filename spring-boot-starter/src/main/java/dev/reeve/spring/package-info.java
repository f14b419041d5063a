/** Reeve in a Spring Boot application: the annotations and extension points that applications use. */
@NullMarked
package dev.reeve.spring;

import org.jspecify.annotations.NullMarked;
