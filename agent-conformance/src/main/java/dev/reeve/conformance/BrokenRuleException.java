package dev.reeve.conformance;

/** The agent under test breaks a rule of the protocol. */
final class BrokenRuleException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BrokenRuleException(String message) {
        super(message);
    }
}
