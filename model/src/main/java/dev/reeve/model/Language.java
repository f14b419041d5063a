package dev.reeve.model;

import java.util.Set;

/**
 * How much of the language is read. What the core cannot run yet is refused when a definition is read, whoever reads it: it is
 * taken out of {@link #SUPPORTED} when the core learns it.
 *
 * @param refusedInWorkflow keys of a workflow
 * @param refusedInStep keys of a step
 */
record Language(Set<String> refusedInWorkflow, Set<String> refusedInStep) {

    /** All that there is. */
    static final Language WHOLE = new Language(Set.of(), Set.of());

    /** What can be run. */
    static final Language SUPPORTED = WHOLE;
}
