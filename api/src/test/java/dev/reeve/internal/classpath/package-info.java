/** Programs of tests on class paths that do not fit. */
@NullMarked
package dev.reeve.internal.classpath;

import org.jspecify.annotations.NullMarked;
