/** Commands that must not be done twice: one key a meaning, kept until a final answer, wherever the user goes. */
import { useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { settleIntent, sleep } from '#api/money-intent.ts'
import { accountAtom } from '#api/session.ts'
import { newIntentKey } from '#lib/intent-key.ts'

interface Held {
  /** Whose intent, to do what with which words. */
  meaning: string
  key: string
}

const heldAtom = atom<ReadonlyMap<string, Held>>(new Map())

/** Whether a command waits for its answer. */
export const intentOpenAtom = atom((get) => get(heldAtom).size > 0)

/** For whoever leaves a device that others use. */
export const forgetIntentsAtom = atom(null, (_get, set) => set(heldAtom, new Map()))

/** For tests; the app waits in real time. */
export const intentWaitAtom = atom<{ wait: (ms: number) => Promise<void> }>({ wait: sleep })

export interface IntentSend<T> {
  /** What the command would do, in full: other words are another intent with a key of its own. */
  words: readonly string[]
  attempt: (key: string) => Promise<Answer<T>>
  onUncertain: () => void
}

/** `operation` names the command; of each there is one open intent at a time. */
export function useIntent(operation: string) {
  const store = useStore()
  const put = (next: Held | null): void => {
    const all = new Map(store.get(heldAtom))
    if (next === null) all.delete(operation)
    else all.set(operation, next)
    store.set(heldAtom, all)
  }
  return async <T>({ words, attempt, onUncertain }: IntentSend<T>): Promise<Answer<T>> => {
    const meaning = JSON.stringify([store.get(accountAtom), ...words])
    const last = store.get(heldAtom).get(operation)
    const key = last?.meaning === meaning ? last.key : newIntentKey()
    put({ meaning, key })
    const { wait } = store.get(intentWaitAtom)
    const answer = await settleIntent({ attempt: () => attempt(key), onUncertain, wait })
    const final = answer.ok || !isUncertain(answer.error)
    if (final && store.get(heldAtom).get(operation)?.key === key) put(null)
    return answer
  }
}
