/** The answers of the practice helper: to a frequent question, or when to expect a person. */
import type { SupportAnswer, SupportQuestion } from '#contract/support.ts'

interface Said {
  practice: boolean
  /** The frequent question that was chosen. Null for free text. */
  question: SupportQuestion | null
  /** True if the user already waits for a person and was informed. */
  waits: boolean
}

/** The helper's answer. Null if there is none. Outside practice mode only people answer. */
export function helperAnswer({ practice, question, waits }: Said): SupportAnswer | null {
  if (!practice) return null
  if (question !== null) return question
  return waits ? null : 'person_later'
}
