package dev.reeve.internal.model.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D15: regular expressions that can backtrack without bound are refused")
final class RegexSafetyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+",
                "(a*)*",
                "(a+b?)+$",
                "((a+))+",
                "(a+){2,}",
                "([a-z]+)*x",
                "(.*)*",
                "(a|b+)*",
                "(x[a-z]+)*",
                "(\\w+\\s?)+",
                "(a)\\1",
                "(?<n>a)\\k<n>",
                "(-?[a-z]+)*",
                "(.[a-z]+)*",
                "(?:a{1,1000})+",
                "(a+" + ")+",
                "(?:){50}c",
                "(?:a?){50}b",
                "(?:(?:a?|b*){20}){0,20}c"
            })
    void refusesWhatCanExplode(String regex) {
        assertThat(RegexSafety.danger(regex)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^[A-Z]+$",
                "a+b*c?",
                "[a-z]+(-[a-z]+)*",
                "[a-z]+(?:\\.[a-z]+)*",
                "(a|b)*",
                "(ab){1,50}",
                "\\(a+\\)+",
                "[(+*]+",
                "[)]*(a)",
                "^[^@]+@[^@]+$",
                "(,\\d+)*",
                "a{2,}",
                "(?:/[^/]*)*",
                "(?:[0-9]{1,3}[.]){3}[0-9]{1,3}",
                "(?:a?){0,5}b"
            })
    void takesWhatIsCommon(String regex) {
        assertThat(RegexSafety.danger(regex)).isNull();
    }
}
