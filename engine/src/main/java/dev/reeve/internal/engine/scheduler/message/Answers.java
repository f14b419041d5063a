package dev.reeve.internal.engine.scheduler.message;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers for commands without a waiting caller. */
public final class Answers {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    /** For commands of the engine itself: a refusal only means that the finding was stale. */
    public static final Message.Answer LOGGED = new Message.Answer() {
        @Override
        public void decided(@Nullable Refused refused) {
            if (refused != null) {
                LOG.debug("refused: {} {}", refused.reason(), refused.message());
            }
        }

        @Override
        public void failed(RuntimeException cause) {
            LOG.debug("not asked", cause);
        }
    };

    private Answers() {}
}
