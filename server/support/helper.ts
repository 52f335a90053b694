/** What the practice helper says to a message: the answer to a frequent question, or when a person reads it. */
import type { SupportAnswer, SupportQuestion } from '#contract/support.ts'

interface Said {
  practice: boolean
  /** Chosen from the frequent ones; null: written freely. */
  question: SupportQuestion | null
  /** The user waits for a person already, and was told so. */
  waits: boolean
}

/** Null: nothing. Outside practice mode nobody answers but people. */
export function helperAnswer({ practice, question, waits }: Said): SupportAnswer | null {
  if (!practice) return null
  if (question !== null) return question
  return waits ? null : 'person_later'
}
