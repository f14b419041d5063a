package dev.reeve.core;

import org.jspecify.annotations.Nullable;

/** An immutable stack of step numbers; null is the empty one. */
record IntList(int head, @Nullable IntList tail) {}
