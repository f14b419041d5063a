/** The command line as its user meets it: arguments in; exit code, data and messages out. */
@NullMarked
package dev.reeve.cli;

import org.jspecify.annotations.NullMarked;
