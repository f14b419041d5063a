/**
 * Letters between nodes: what an agent of one node does for the executions of another one. Entered by the node only.
 */
@NullMarked
package dev.reeve.internal.engine.mail;

import org.jspecify.annotations.NullMarked;
