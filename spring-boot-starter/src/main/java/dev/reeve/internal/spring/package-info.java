/** The parts of the auto-configuration. Not part of the API: it may change in any release. */
@NullMarked
package dev.reeve.internal.spring;

import org.jspecify.annotations.NullMarked;
