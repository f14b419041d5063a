/** The JUnit extension that the test kit and its slice for Spring Boot have in common; not for users. */
@NullMarked
package dev.reeve.internal.test.junit;

import org.jspecify.annotations.NullMarked;
