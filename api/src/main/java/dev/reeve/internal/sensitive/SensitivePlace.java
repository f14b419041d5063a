package dev.reeve.internal.sensitive;

/** A value, and the sensitive places within it. Thread-safe. */
public interface SensitivePlace {

    /** A value in which nothing is marked. */
    static SensitivePlace plain() {
        return Plain.INSTANCE;
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

    /** Nothing is marked. */
    enum Plain implements SensitivePlace {
        INSTANCE;

        @Override
        public boolean isSensitive() {
            return false;
        }

        @Override
        public boolean isPlain() {
            return true;
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
