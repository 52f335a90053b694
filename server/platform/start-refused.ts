/** A condition that only the person at the machine can change: shown in plain words, without a stack. */
export class StartRefused extends Error {}
