/** The commands that pause and resume actions for all executions. */
@NullMarked
package dev.reeve.cli.service;

import org.jspecify.annotations.NullMarked;
