package dev.reeve.model;

/**
 * How large things may be. Whatever goes over a limit is refused with a message that names the limit; nothing is cut.
 *
 * <p>Many components of one type in a row, against the house rule, because each is only ever read by its name: there is one
 * instance.
 *
 * @param payloadBytes an input, an output, a checkpoint or a signal, in UTF-8
 * @param definitionBytes a workflow as {@link Workflow#toJson() compact JSON}, in UTF-8, unless whoever reads it says otherwise
 * @param definitionBytesMax how far the limit of a definition can be raised
 * @param depth how deep JSON may be nested
 * @param numberLength characters of a number in JSON
 * @param numberExponent the decimal exponent beyond which a number is refused, as other systems would read it as infinity
 * @param stringLength characters of a string in JSON
 * @param memberLength characters of a member's name in a JSON object
 * @param nameLength characters of the name of a workflow, a step or an action
 * @param keyLength characters of the key that a caller gives a start
 * @param labels labels of one execution
 * @param labelLength characters of a label's name, and of its value
 * @param expressionLength characters of one expression
 * @param expressionWork how much one evaluation may do: about one unit for each part of the expression evaluated and for
 *     each few elements or characters produced. A count and not a time, so that an evaluation that succeeds on one machine
 *     succeeds on all. The whole of it is well under a second
 * @param expressionDepth how deep evaluation may nest
 * @param expressionOutput characters of the JSON that an expression computes. A plain path such as {@code input.order} only
 *     selects, and may give as much as a payload holds
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

    /** What applies everywhere. */
    public static final Limits DEFAULT = new Limits(
            1 << 20, 1 << 20, 1 << 24, 64, 100, 308, 2_000_000, 1_024, 255, 255, 32, 255, 8_192, 500_000, 200,
            64 * 1024);
}
