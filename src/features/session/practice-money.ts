/** Requesting practice money: the state of the last tap, shared by all buttons that request it. */
import { atom } from 'jotai/vanilla'
import type { ApiError } from '#lib/api-error.ts'
import { runCommand, underWay } from '#commands/commands.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'

export type PracticeState =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost, and the result is being looked up. */
  | { status: 'confirming' }
  | { status: 'accepted'; amount: bigint }
  | { status: 'refused'; error: ApiError }

const ownAtom = atom<PracticeState>({ status: 'editing' })
const isBusy = ({ status }: PracticeState): boolean =>
  status === 'sending' || status === 'confirming'

export const practiceStateAtom = atom((get): PracticeState => {
  const own = get(ownAtom)
  return get(underWay('practice_money')) && !isBusy(own) ? { status: 'confirming' } : own
})

export const takePracticeAtom = atom(null, async (get, set): Promise<PracticeState> => {
  const standing = get(practiceStateAtom)
  if (isBusy(standing)) return standing
  set(ownAtom, { status: 'sending' })
  const answer = await runCommand(get, set, {
    endpoint: takePracticeMoney,
    input: { body: {} },
    onConfirming: () => set(ownAtom, { status: 'confirming' }),
  })
  const final: PracticeState = answer.ok
    ? { status: 'accepted', amount: answer.value.amount }
    : { status: 'refused', error: answer.error }
  set(ownAtom, final)
  return final
})
