/** Taking practice money: one intent, one key, kept until the server's final answer. */
import { atom } from 'jotai/vanilla'
import { type ApiError, isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { settleIntent, sleep } from '#api/money-intent.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { newIntentKey } from '#lib/intent-key.ts'

export type PracticeState =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost: it may be done, so the same key asks again. */
  | { status: 'confirming' }
  | { status: 'accepted'; amount: bigint }
  | { status: 'refused'; error: ApiError }

const held = atom<PracticeState>({ status: 'editing' })
const openKey = atom<string | null>(null)

/** For tests; the app waits in real time. */
export const practiceWaitAtom = atom<{ wait: (ms: number) => Promise<void> }>({ wait: sleep })

export const practiceStateAtom = atom((get) => get(held))

export const takePracticeAtom = atom(null, async (get, set): Promise<PracticeState> => {
  const running = get(held)
  if (running.status === 'sending' || running.status === 'confirming') return running
  const key = get(openKey) ?? newIntentKey()
  set(openKey, key)
  set(held, { status: 'sending' })
  const answer = await settleIntent({
    attempt: () => call(takePracticeMoney, { body: {}, key }),
    onUncertain: () => set(held, { status: 'confirming' }),
    wait: get(practiceWaitAtom).wait,
  })
  const final = stateOf(answer)
  if (final.certain) set(openKey, null)
  set(held, final.state)
  return final.state
})

function stateOf(answer: Awaited<ReturnType<typeof call<typeof takePracticeMoney>>>): {
  state: PracticeState
  certain: boolean
} {
  if (answer.ok)
    return { state: { status: 'accepted', amount: answer.value.amount }, certain: true }
  return { state: { status: 'refused', error: answer.error }, certain: !isUncertain(answer.error) }
}
