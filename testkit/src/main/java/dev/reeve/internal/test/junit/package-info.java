/**
 * The JUnit extension that the test kit and its slice for Spring Boot have in common; not for users.
 *
 * <p>Entered by {@code dev.reeve.test} and by the slice for Spring Boot only.
 */
@NullMarked
package dev.reeve.internal.test.junit;

import org.jspecify.annotations.NullMarked;
