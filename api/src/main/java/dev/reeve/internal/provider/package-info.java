/**
 * The seam between the public interfaces and the modules that implement them, which are found by
 * {@link java.util.ServiceLoader} (ADR 29).
 */
@NullMarked
package dev.reeve.internal.provider;

import org.jspecify.annotations.NullMarked;
