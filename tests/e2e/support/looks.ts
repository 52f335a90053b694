/**
 * Whether every screen is looked at in every language and size, and journeys are walked in all their variants
 * (`LOOKS=all`), or in those that a run has time for.
 */
export const ALL_LOOKS = process.env['LOOKS'] === 'all'

/** Those that a run has time for, and with `LOOKS=all` the others too. */
export const looksOf = <T>(always: readonly T[], others: readonly T[]): readonly T[] =>
  ALL_LOOKS ? [...always, ...others] : always
