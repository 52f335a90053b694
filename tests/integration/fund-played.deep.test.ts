import fc from 'fast-check'
import { it } from 'vitest'
import { play, playableScripts } from '#support/fund-play.ts'

const DAYS = 200
const PLAYS = 3

it('leaves what the rules say over many months, whether days begin daily, late or three times at once', async () => {
  await fc.assert(fc.asyncProperty(playableScripts(DAYS), play), {
    numRuns: PLAYS,
    endOnFailure: true,
  })
}, 180_000)
