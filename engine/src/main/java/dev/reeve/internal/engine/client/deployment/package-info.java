/** Deploys and undeploys definitions, and follows their references to each other. */
@NullMarked
package dev.reeve.internal.engine.client.deployment;

import org.jspecify.annotations.NullMarked;
