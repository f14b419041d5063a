package dev.reeve.internal.sensitive;

/** A value, and the sensitive places within it. Thread-safe. */
public interface SensitivePlace {

    /** A value in which nothing is marked. */
    static SensitivePlace plain() {
        return Throughout.PLAIN;
    }

    /** A value of which everything is sensitive. */
    static SensitivePlace whole() {
        return Throughout.WHOLE;
    }

    /** Whether the whole value is sensitive. */
    boolean isSensitive();

    /** Whether nothing in the value is sensitive. */
    default boolean isPlain() {
        return false;
    }

    /** The place of a member, if the value is an object. */
    SensitivePlace member(String name);

    /** The place of an element, if the value is an array. */
    SensitivePlace element(int index);

    /** The place of an array whose elements are all at this place. */
    default SensitivePlace listed() {
        return isPlain() ? plain() : new ListOf(this);
    }

    /** The place of an object in which one member is at this place. */
    default SensitivePlace within(String member) {
        return isPlain() ? plain() : new MemberOf(member, this);
    }

    /** The same at every depth: nothing is marked, or everything. */
    enum Throughout implements SensitivePlace {
        PLAIN,
        WHOLE;

        @Override
        public boolean isSensitive() {
            return this == WHOLE;
        }

        @Override
        public boolean isPlain() {
            return this == PLAIN;
        }

        @Override
        public SensitivePlace member(String name) {
            return this;
        }

        @Override
        public SensitivePlace element(int index) {
            return this;
        }
    }

    /** A list of values. */
    record ListOf(SensitivePlace item) implements SensitivePlace {

        @Override
        public boolean isSensitive() {
            return false;
        }

        @Override
        public SensitivePlace member(String name) {
            return plain();
        }

        @Override
        public SensitivePlace element(int index) {
            return item;
        }
    }

    /** An object with one member that matters. */
    record MemberOf(String name, SensitivePlace value) implements SensitivePlace {

        @Override
        public boolean isSensitive() {
            return false;
        }

        @Override
        public SensitivePlace member(String member) {
            return member.equals(name) ? value : plain();
        }

        @Override
        public SensitivePlace element(int index) {
            return plain();
        }
    }
}
