/**
 * Real faults on real processes: faults of production, injected into engines, connections, servers and disks. Each test
 * is named by its fault in docs/reliability-matrix.md, and ends with the same audit.
 */
@NullMarked
package dev.reeve.faults;

import org.jspecify.annotations.NullMarked;
