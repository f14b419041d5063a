/**
 * The commands with which a person decides about steps and executions, one by one or in bulk. Entered by {@code Cli}
 * only.
 */
@NullMarked
package dev.reeve.cli.verb;

import org.jspecify.annotations.NullMarked;
