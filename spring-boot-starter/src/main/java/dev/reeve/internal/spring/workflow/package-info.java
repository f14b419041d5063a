/** The definitions of the application, deployed at its start. */
@NullMarked
package dev.reeve.internal.spring.workflow;

import org.jspecify.annotations.NullMarked;
