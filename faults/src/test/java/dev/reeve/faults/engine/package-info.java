/** The load during a fault: workflows, agents and clients, their observations, and the audit. */
@NullMarked
package dev.reeve.faults.engine;

import org.jspecify.annotations.NullMarked;
