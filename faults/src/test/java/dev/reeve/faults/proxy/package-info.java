/** A proxy between the driver and PostgreSQL. It parses the protocol, and breaks it off where a test says. */
@NullMarked
package dev.reeve.faults.proxy;

import org.jspecify.annotations.NullMarked;
