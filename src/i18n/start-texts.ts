/** The texts that the first pages show: each language's travel as one file, and the start waits for them alone. */
export const START_TEXTS = [
  'common',
  'tabs',
  'errors',
  'identity',
  'market',
  'offline',
  'products',
] as const
