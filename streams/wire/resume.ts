/** Coming back from the background: the link must prove that it lives before anything on it shows as live. */
import { SOCKET_EVENTS } from '#contract/socket-words.ts'
import type { Link } from '#streams/wire/link.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

const PROOF_TIMEOUT_MS = 3_000

export interface Resume {
  /** Tries again at once when the link is down or does not answer. */
  begin(): void
  cancel(): void
}

export interface ResumeParts {
  link: Link
  timing: Timing
  onDoubt(): void
  onProof(): void
}

export function createResume({ link, timing, onDoubt, onProof }: ResumeParts): Resume {
  const alarm = createAlarm(timing)
  let turn = 0
  const cancel = (): void => {
    turn += 1
    alarm.clear()
  }
  return {
    cancel,
    begin: () => {
      cancel()
      if (!link.isUp()) return link.drop()
      const asked = turn
      onDoubt()
      alarm.set(PROOF_TIMEOUT_MS, link.drop)
      link.request(SOCKET_EVENTS.clock, null, () => {
        if (asked !== turn) return
        cancel()
        onProof()
      })
    },
  }
}
