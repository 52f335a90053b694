import { expect, it } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import { settleIntent } from '#api/money-intent.ts'

const lost: Answer<string> = { ok: false, error: { kind: 'network' } }
const done: Answer<string> = { ok: true, value: 'done' }
const refused: Answer<string> = {
  ok: false,
  error: { kind: 'rejected', code: 'practice_taken', status: 409, params: {}, issues: [] },
}

async function settled(answers: Answer<string>[], attempts?: number) {
  const waits: number[] = []
  let tries = 0
  let uncertain = 0
  const answer = await settleIntent({
    attempt: async () => answers[Math.min(tries++, answers.length - 1)] ?? lost,
    onUncertain: () => void uncertain++,
    wait: async (ms) => void waits.push(ms),
    ...(attempts !== undefined && { attempts }),
  })
  return { answer, waits, tries, uncertain }
}

it('asks once when the answer is clear', async () => {
  expect(await settled([done])).toEqual({ answer: done, waits: [], tries: 1, uncertain: 0 })
  expect((await settled([refused])).tries).toBe(1)
})

it('asks again while the outcome is unknown, waiting longer each time, and says so once', async () => {
  const { answer, waits, uncertain } = await settled([lost, lost, lost, done])
  expect(answer).toBe(done)
  expect(waits).toEqual([1000, 2000, 4000])
  expect(uncertain).toBe(1)
})

it('gives up after its attempts with the outcome still unknown', async () => {
  const { answer, tries, waits } = await settled([lost], 6)
  expect([answer, tries]).toEqual([lost, 6])
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000)
})
