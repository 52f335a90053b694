/** Return from the background: the link must prove that it is alive before anything is shown as live. */
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { Link } from '#streams/wire/link.ts'
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

const PROOF_TIMEOUT_MS = 3_000

/** The liveness check of a link. */
export interface Resume {
  /** Starts the check. It reconnects at once if the link is down or does not answer. */
  begin(): void
  cancel(): void
}

/** What the check depends on. `onDoubt` is called when it starts, `onProof` when the server has answered. */
export interface ResumeParts {
  link: Link
  timing: Timing
  onDoubt(): void
  onProof(): void
}

/** Creates the check, which waits at most 3 s for the server's answer. */
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
