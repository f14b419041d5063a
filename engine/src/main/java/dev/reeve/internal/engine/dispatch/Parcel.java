package dev.reeve.internal.engine.dispatch;

import dev.reeve.internal.core.codec.Notice;

/**
 * A notice with its address.
 *
 * @param node the node that it goes to or comes from, with its incarnation
 */
public record Parcel(String node, Notice notice) {}
