@NullMarked
package dev.reeve.agent.jdbc;

import org.jspecify.annotations.NullMarked;
