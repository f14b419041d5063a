package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import java.util.List;

/**
 * What the node has to say.
 *
 * @param requests work
 * @param verdicts on reports: whatever the verdict, the report is dealt with
 * @param cancelled attempts whose result is not wanted any more; a result is still taken, so that what was done is known
 */
public record Reply(List<AttemptRequest> requests, List<Verdict> verdicts, List<AttemptToken> cancelled) {}
