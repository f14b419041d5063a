/** What the JUnit extensions of the test kit and of the slice for Spring Boot share; not for users. */
@NullMarked
package dev.reeve.internal.test.junit;

import org.jspecify.annotations.NullMarked;
