package dev.reeve.internal.values;

/**
 * Size limits. Anything beyond a limit is refused with a message that names the limit; nothing is truncated.
 *
 * <p>Many components of one type in a row, against the house rule, because each is only ever read by its name: only one
 * instance exists.
 *
 * @param payloadBytes an input, an output, a checkpoint or a signal, in UTF-8
 * @param definitionBytes a workflow as {@link dev.reeve.workflow.Workflow#toJson() compact JSON}, in UTF-8, unless the
 *     caller gives another limit when reading it
 * @param definitionBytesMax the highest limit that a caller may give for a definition
 * @param depth maximum nesting of JSON
 * @param numberLength characters of a number in JSON
 * @param numberExponent the decimal exponent beyond which a number is refused, because other systems would read it as
 *     infinity
 * @param stringLength characters of a string in JSON
 * @param memberLength characters of a member's name in a JSON object
 * @param nameLength characters of the name of a workflow, a step or an action
 * @param keyLength characters of the key that a caller gives a start
 * @param labels labels of one execution
 * @param labelLength characters of a label's name, and of its value
 * @param expressionLength characters of one expression
 * @param expressionWork maximum work of one evaluation, in units: about one for each evaluated part of the expression
 *     and for each few elements or characters produced. Work is counted, not timed, so an evaluation that succeeds on
 *     one machine succeeds on all. The maximum takes well under a second
 * @param expressionDepth maximum nesting of an evaluation
 * @param expressionOutput characters of the JSON that an expression computes. A plain path such as {@code input.order}
 *     only selects, and may return as much as a payload holds
 */
public record Limits(
        int payloadBytes,
        int definitionBytes,
        int definitionBytesMax,
        int depth,
        int numberLength,
        int numberExponent,
        int stringLength,
        int memberLength,
        int nameLength,
        int keyLength,
        int labels,
        int labelLength,
        int expressionLength,
        int expressionWork,
        int expressionDepth,
        int expressionOutput) {

    /** The limits that apply everywhere. */
    public static final Limits DEFAULT = new Limits(
            1 << 20, 1 << 20, 1 << 24, 64, 100, 308, 2_000_000, 1_024, 255, 255, 32, 255, 8_192, 500_000, 200,
            64 * 1024);
}
