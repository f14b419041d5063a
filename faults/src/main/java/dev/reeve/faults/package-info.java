/**
 * Real faults on real processes: what breaks in production, done to engines, connections, servers and disks, each test named
 * by the fault of docs/reliability-matrix.md and ended by the same audit.
 */
@NullMarked
package dev.reeve.faults;

import org.jspecify.annotations.NullMarked;
