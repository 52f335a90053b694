/** Mutations of the rules that no receipt can show, each with the reason. */
export const EQUIVALENT: readonly (readonly [file: string, words: string, why: string])[] = [
  ['rules/one-history.ts', 'signed to true', 'what is not there has no facts either'],
  [
    'rules/one-history.ts',
    'entry.before.seq <= exit.before.seq to entry.before.seq < exit.before.seq',
    'two pieces that begin at one record may be compared in either order',
  ],
  [
    'rules/one-history.ts',
    'next.seq > last.seq to next.seq >= last.seq',
    'records of one number were compared before, and have one time',
  ],
  ['rules/public-log.ts', "record.kind === 'gap' to true", 'no halt has the reason restart'],
]
