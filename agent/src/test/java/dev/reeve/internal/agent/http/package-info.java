@NullMarked
package dev.reeve.internal.agent.http;

import org.jspecify.annotations.NullMarked;
