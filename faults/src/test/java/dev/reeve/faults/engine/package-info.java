/** What runs while something breaks: workflows, agents and clients, what they saw, and whether that is right. */
@NullMarked
package dev.reeve.faults.engine;

import org.jspecify.annotations.NullMarked;
