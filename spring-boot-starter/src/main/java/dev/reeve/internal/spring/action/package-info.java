/** Methods of beans as actions, and the agents that perform them. */
@NullMarked
package dev.reeve.internal.spring.action;

import org.jspecify.annotations.NullMarked;
