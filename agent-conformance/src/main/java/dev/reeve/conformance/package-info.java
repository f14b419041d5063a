/**
 * A program that plays the server against an agent under test: {@code docs/reference/agent-protocol.md}.
 *
 * <p>Entered by no package: it is run from the command line.
 */
@NullMarked
package dev.reeve.conformance;

import org.jspecify.annotations.NullMarked;
