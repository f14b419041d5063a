/** The seam between the public interfaces and the modules that implement them. */
@NullMarked
package dev.reeve.internal.provider;

import org.jspecify.annotations.NullMarked;
