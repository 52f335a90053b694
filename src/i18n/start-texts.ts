/** The texts of the first pages. Each language has them in one file, and the start waits only for that file. */
export const START_TEXTS = [
  'common',
  'tabs',
  'errors',
  'identity',
  'market',
  'offline',
  'products',
] as const
