package dev.reeve.internal.signatures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The list of public signatures")
public final class PublicSignaturesTest {

    /** Has one of each thing that a signature can say. */
    @SuppressWarnings("unused")
    public abstract static class Sample<T extends Comparable<T>> implements Callable<List<? extends T>> {

        public static final int COUNT_MAX = 3;

        int hidden;

        protected Sample(String name) {}

        public <X extends Exception> @Nullable T find(List<@Nullable String> names, Class<X> thrown, long... ids)
                throws X, IOException {
            return null;
        }

        @Deprecated
        public void old() {}

        @Override
        public final String toString() {
            return "";
        }
    }

    /** Permits what users can see. */
    public sealed interface Choice {

        /** One of two. */
        record Yes(boolean sure) implements Choice {}

        /** The other. */
        enum No implements Choice {
            NEVER,
            LATER
        }
    }

    @Test
    @DisplayName("It shows generics, nullness, thrown types and deprecation, and leaves out what every object has")
    void showsWhatCallersSee() {
        assertThat(SignatureText.of(List.of(Sample.class, Choice.class, Choice.Yes.class, Choice.No.class)))
                .isEqualTo("""
                        package dev.reeve.internal.signatures

                        abstract class PublicSignaturesTest.Sample<T extends Comparable<T>> implements Callable<List<? extends T>>
                            static final int COUNT_MAX
                            <X extends Exception> @Nullable T find(List<@Nullable String> names, Class<X> thrown, long... ids) throws IOException, X
                            protected new(String name)
                            @Deprecated void old()

                        sealed interface PublicSignaturesTest.Choice permits PublicSignaturesTest.Choice.No, PublicSignaturesTest.Choice.Yes

                        record PublicSignaturesTest.Choice.Yes(boolean sure) implements PublicSignaturesTest.Choice

                        enum PublicSignaturesTest.Choice.No implements PublicSignaturesTest.Choice
                            NEVER, LATER
                        """);
    }

    @Test
    @DisplayName("A difference names each line and the type that it belongs to")
    void differenceNamesLinesAndTypes() {
        List<String> before =
                List.of("interface Reeve", "    void close()", "    void stop(String by)", "", "record Start()");
        List<String> after =
                List.of("interface Reeve", "    void close()", "    void stop()", "", "record Start(int n)");

        assertThat(PublicSignatures.difference(before, after))
                .containsExactlyInAnyOrder(
                        "- Reeve: void stop(String by)",
                        "+ Reeve: void stop()",
                        "- record Start()",
                        "+ record Start(int n)");
        assertThat(PublicSignatures.difference(after, after)).isEmpty();
    }

    @Test
    @DisplayName("An internal type is found wherever a signature mentions it, as an argument of a generic type too")
    void findsInternalTypes() {
        assertThat(PublicTypes.internalMentions(List.of(Mentioning.class)))
                .containsExactly(
                        Mentioning.class.getName() + ".all mentions " + PublicTypes.class.getName(),
                        Mentioning.class.getName() + ".one mentions " + SignatureText.class.getName());
    }

    /** Mentions two types of an internal package. */
    interface Mentioning {

        List<? extends PublicTypes> all();

        void one(SignatureText... texts);
    }
}
