@NullMarked
package dev.reeve.internal.agent;

import org.jspecify.annotations.NullMarked;
