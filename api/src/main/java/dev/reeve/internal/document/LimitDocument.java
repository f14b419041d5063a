package dev.reeve.internal.document;

import dev.reeve.CallLimit;
import dev.reeve.workflow.Rate;
import org.jspecify.annotations.Nullable;

/**
 * A limit on calls.
 *
 * @param key the value that calls under this limit have in common
 * @param concurrency the maximum at a time; 0 without one
 * @param rate the maximum in a time, such as {@code 10/s}
 */
public record LimitDocument(
        @Nullable String key, int concurrency, @Nullable String rate) implements Document {

    static LimitDocument written(CallLimit limit) {
        return new LimitDocument(
                limit.key(),
                limit.concurrency(),
                limit.rate() == null ? null : limit.rate().toString());
    }

    static @Nullable LimitDocument of(@Nullable CallLimit limit) {
        return limit == null ? null : written(limit);
    }

    CallLimit limit() {
        return new CallLimit(key, concurrency, rate == null ? null : parsed(rate));
    }

    private static Rate parsed(String rate) {
        return Rate.parse(rate).orElseThrow(() -> new MalformedDocumentException("not a rate such as 10/s"));
    }

    static @Nullable CallLimit limitOf(@Nullable LimitDocument document) {
        return document == null ? null : document.limit();
    }
}
