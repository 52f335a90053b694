/** Runs a marble test: virtual time, one millisecond per character. */
import type { RunHelpers } from 'rxjs/testing'
import { TestScheduler } from 'rxjs/testing'
import { expect } from 'vitest'

export function marbles(run: (helpers: RunHelpers, scheduler: TestScheduler) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run((helpers) => run(helpers, scheduler))
}
