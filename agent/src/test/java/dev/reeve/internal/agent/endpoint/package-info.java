@NullMarked
package dev.reeve.internal.agent.endpoint;

import org.jspecify.annotations.NullMarked;
