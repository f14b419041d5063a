/**
 * The commands that look into a store: list, show, explain, watch, top, inbox, nodes, export and verify. They change
 * nothing. Entered by {@code Cli} only.
 */
@NullMarked
package dev.reeve.cli.look;

import org.jspecify.annotations.NullMarked;
