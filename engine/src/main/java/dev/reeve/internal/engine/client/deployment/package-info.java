/** Deploys and undeploys definitions, those of jobs when they are first used, and follows their references. */
@NullMarked
package dev.reeve.internal.engine.client.deployment;

import org.jspecify.annotations.NullMarked;
