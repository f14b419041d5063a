/**
 * Places the nodes of an acyclic graph in layers, and routes its edges: boxes and numbers, without knowledge of
 * workflows.
 *
 * <p>The steps are those of Sugiyama, Tagawa and Toda, <i>Methods for Visual Understanding of Hierarchical System
 * Structures</i> (1981): {@code Layering}, {@code LayeredGraph}, {@code LayerOrder}, {@code Placement}, {@code Ports},
 * {@code Channels}. Each is deterministic, and bounded by a number of operations, not by time.
 *
 * <p>Entered by {@code drawing} only.
 */
@NullMarked
package dev.reeve.internal.drawing.layout;

import org.jspecify.annotations.NullMarked;
