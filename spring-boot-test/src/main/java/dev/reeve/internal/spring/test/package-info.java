/** The engine in virtual time for tests of Spring Boot applications. */
@NullMarked
package dev.reeve.internal.spring.test;

import org.jspecify.annotations.NullMarked;
