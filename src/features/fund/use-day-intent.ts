/** Commands that name the day shown: while it is unknown whether one was done, it is asked for by that same day. */
import { useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { accountAtom } from '#api/session.ts'
import type { Day } from '#contract/scalars.ts'
import { type IntentSend, useIntent } from '#lib/use-intent.ts'

/** By operation: whose command with which words, and the day that it named. */
const askedAtom = atom<ReadonlyMap<string, { meaning: string; day: Day }>>(new Map())

interface DayIntentSend<T> extends Omit<IntentSend<T>, 'attempt'> {
  /** As shown now. */
  day: Day
  /** `day`: the one to send. */
  attempt: (key: string, day: Day) => Promise<Answer<T>>
}

/**
 * As `useIntent`. A cut-off between two taps makes no second command of a first one whose answer was lost: either that
 * one was done, or its day is refused and nothing was.
 */
export function useDayIntent(operation: string) {
  const store = useStore()
  const intent = useIntent(operation)
  const put = (next: { meaning: string; day: Day } | null): void => {
    const all = new Map(store.get(askedAtom))
    if (next === null) all.delete(operation)
    else all.set(operation, next)
    store.set(askedAtom, all)
  }
  return async <T>({ words, day: shown, attempt, onUncertain }: DayIntentSend<T>) => {
    const meaning = JSON.stringify([store.get(accountAtom), ...words])
    const open = store.get(askedAtom).get(operation)
    const day = open?.meaning === meaning ? open.day : shown
    put({ meaning, day })
    const answer: Answer<T> = await intent({
      words: [...words, day],
      attempt: (key) => attempt(key, day),
      onUncertain,
    })
    const final = answer.ok || !isUncertain(answer.error)
    if (final && store.get(askedAtom).get(operation)?.meaning === meaning) put(null)
    return answer
  }
}
