/**
 * Thrown when the server cannot start and only its operator can change that. The message is shown without a stack
 * trace.
 */
export class StartRefused extends Error {}
