/** One money intent to its final answer: as long as the outcome is unknown, the same key asks again. */
import { type Answer, isUncertain } from '#api/api-error.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

export interface IntentSteps<T> {
  /** Sends the command with the intent's own key, the same every time. */
  attempt: () => Promise<Answer<T>>
  /** Called once, when the first answer was lost: say "confirming". */
  onUncertain: () => void
  wait: (ms: number) => Promise<void>
  /** Then the last answer is handed back, still uncertain; the key must be kept. */
  attempts?: number
}

export async function settleIntent<T>(steps: IntentSteps<T>): Promise<Answer<T>> {
  const most = steps.attempts ?? 8
  let answer = await steps.attempt()
  for (let tried = 1; !answer.ok && isUncertain(answer.error) && tried < most; tried++) {
    if (tried === 1) steps.onUncertain()
    await steps.wait(Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), LONGEST_WAIT_MS))
    answer = await steps.attempt()
  }
  return answer
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
