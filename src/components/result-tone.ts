/**
 * The colour of a result: a profit has the colour of rising prices and a loss that of falling ones, as the user chose
 * them. Other amounts have a sign and no colour (decision 0044).
 */
export const resultTone = (profitAndLoss: bigint): string =>
  profitAndLoss > 0n ? 'text-up' : profitAndLoss < 0n ? 'text-down' : ''

/** The same colours for a bar or a line. */
export const RESULT_BARS = { winning: 'bg-up', losing: 'bg-down', level: 'bg-ink-3' } as const

/** The same colours for an area with text on it. */
export const RESULT_FILLS = {
  profit: 'bg-up-soft text-up',
  loss: 'bg-down-soft text-down',
} as const
