@NullMarked
package dev.reeve.agent;

import org.jspecify.annotations.NullMarked;
