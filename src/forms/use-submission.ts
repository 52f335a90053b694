import { useRef, useState } from 'react'
import { type Answer, answered } from '#api/api-error.ts'
import { isBusy, type Submission } from '#forms/form.ts'

export interface SubmissionHandle {
  submission: Submission
  busy: boolean
  /** Runs one submission at a time: a second tap while the first is running has no effect. */
  run: <T>(
    send: (onUncertain: () => void) => Promise<Answer<T>>,
    onAccepted?: (value: T) => void,
  ) => Promise<void>
  reset: () => void
}

/**
 * The state of one command that has no form, from the tap to the answer. `waiting` means that a command sent from
 * elsewhere is already waiting for its answer.
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
      const answer = await answered(() => send(() => put({ status: 'confirming' })))
      running.current = false
      put(answer.ok ? { status: 'accepted' } : { status: 'refused', error: answer.error })
      if (answer.ok) onAccepted?.(answer.value)
    },
    reset: () => put({ status: 'editing' }),
  }
}
