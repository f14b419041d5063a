package dev.reeve.internal.model.definition;

/**
 * The formats of stored definitions. A definition needs the least format with which a release understands all of it,
 * and the store requires that format of every release from then on (ADR 34). The numbers are those of the store.
 */
public final class DefinitionFormat {

    /** The language as it was first. */
    public static final int FIRST = 1;

    /** Transactional steps. */
    public static final int PERMITS = 2;

    /** The words that the language was found to need (ADR 47). */
    public static final int LANGUAGE = 5;

    private DefinitionFormat() {}

    /** Returns {@link #LANGUAGE} if a part of a definition is used, otherwise {@link #FIRST}. */
    static int languageIf(boolean used) {
        return used ? LANGUAGE : FIRST;
    }
}
