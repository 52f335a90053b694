import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { tokenAtom } from '#api/session.ts'
import type { Order } from '#contract/order.ts'
import { type Intent, type KeyedIntent, keyed } from '#features/ticket/intent-key.ts'
import { lookUp, place } from '#features/ticket/order-calls.ts'
import { type Refusal, submitOrder } from '#features/ticket/submit-order.ts'

/** Where the last tap stands. Only `accepted` and `refused` are final. */
export type Submission =
  | { status: 'editing' | 'sending' }
  | { status: 'confirming'; attempt: number }
  | { status: 'accepted'; order: Order }
  | { status: 'refused'; refusal: Refusal }

/** Time for the submission, so that a test need not wait. */
export const submitTimerAtom = atom({
  now: () => performance.now(),
  wait: (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms)
    }),
})

const EDITING: Submission = { status: 'editing' }
const isRunning = ({ status }: Submission): boolean =>
  status === 'sending' || status === 'confirming'

/**
 * One product's submission. It lives in the store, not in the sheet: closing the sheet or leaving the page neither
 * loses the key nor stops the asking.
 */
export const submissionAtom = atomFamily((_symbol: string) => {
  const state = atom<Submission>(EDITING)
  const held = atom<KeyedIntent | null>(null)
  return atom(
    (get) => get(state),
    async (get, set, intent: Intent | 'edit'): Promise<void> => {
      // A second tap while the first is on its way says nothing new.
      if (isRunning(get(state))) return
      if (intent === 'edit') return set(state, EDITING)
      const session = get(tokenAtom)
      const owned = keyed(intent, get(held))
      set(held, owned)
      set(state, { status: 'sending' })
      const answer = await submitOrder({
        ...get(submitTimerAtom),
        place: () => place(owned),
        // Another user may have logged in meanwhile: nothing of this intent is theirs.
        lookUp: () =>
          get(tokenAtom) === session ? lookUp(owned.key) : Promise.resolve({ kind: 'ended' }),
        onConfirming: (attempt) => set(state, { status: 'confirming', attempt }),
      })
      if (answer.kind === 'accepted') {
        set(held, null)
        set(state, { status: 'accepted', order: answer.order })
      } else set(state, { status: 'refused', refusal: answer.refusal })
    },
  )
})
