import { useRef, useState } from 'react'
import type { Answer } from '#lib/api-error.ts'
import { isBusy, type Submission } from '#lib/form.ts'

export interface SubmissionHandle {
  submission: Submission
  busy: boolean
  /** One at a time: a second tap while the first is on its way says nothing new. */
  run: <T>(
    send: (onUncertain: () => void) => Promise<Answer<T>>,
    onAccepted?: (value: T) => void,
  ) => Promise<void>
  reset: () => void
}

/**
 * One command beside no form of its own: where it stands, from the tap to the answer. `waiting`: it waits for an answer
 * already, from elsewhere.
 */
export function useSubmission(waiting = false): SubmissionHandle {
  const [own, put] = useState<Submission>({ status: 'editing' })
  const submission: Submission = waiting && !isBusy(own) ? { status: 'confirming' } : own
  const running = useRef(false)
  return {
    submission,
    busy: isBusy(submission),
    run: async (send, onAccepted) => {
      if (running.current) return
      running.current = true
      put({ status: 'sending' })
      const answer = await send(() => put({ status: 'confirming' }))
      running.current = false
      put(answer.ok ? { status: 'accepted' } : { status: 'refused', error: answer.error })
      if (answer.ok) onAccepted?.(answer.value)
    },
    reset: () => put({ status: 'editing' }),
  }
}
