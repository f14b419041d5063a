@NullMarked
package dev.reeve.internal.agent.protocol;

import org.jspecify.annotations.NullMarked;
