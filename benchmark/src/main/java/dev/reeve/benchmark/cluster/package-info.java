/**
 * Several nodes on one server under faults, and the audit of what they and their callers saw.
 *
 * <p>Entered by the package above and by {@code restart}.
 */
@NullMarked
package dev.reeve.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
