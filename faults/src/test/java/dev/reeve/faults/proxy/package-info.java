/** Stands between the driver and PostgreSQL, understands what it carries, and breaks it off where a test says. */
@NullMarked
package dev.reeve.faults.proxy;

import org.jspecify.annotations.NullMarked;
