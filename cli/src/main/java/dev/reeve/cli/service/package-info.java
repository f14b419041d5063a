/** The commands that pause and resume actions for all executions. Entered by {@code Cli} only. */
@NullMarked
package dev.reeve.cli.service;

import org.jspecify.annotations.NullMarked;
