/**
 * The desk's session. It is checked at the start, after each log-in, after idle time, and when the server answers "not
 * found".
 */
import { atom, type createStore } from 'jotai/vanilla'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { DESK_IDLE_MS, type Operator, type RefusedLogIns } from '#contract/desk.ts'
import { deskActivity, deskLogIn, deskLogOut, deskMe } from '#contract/endpoints/desk-session.ts'
import type { OperatorProof } from '#contract/factors.ts'
import { connectionAtom, streamsAtom } from '#streams'

export type DeskSession =
  | { status: 'unknown' }
  /** `ended` is true when the session ended without a log-out, so that the page explains why it asks again. */
  | { status: 'out'; ended: boolean }
  /**
   * `refused`: refused log-ins under this name since the previous log-in; null when there were none or they were
   * acknowledged.
   */
  | { status: 'in'; operator: Operator; refused: RefusedLogIns | null }
  /** The session is unknown because the server did not answer. */
  | { status: 'unreachable' }

const held = atom<DeskSession>({ status: 'unknown' })
export const deskSessionAtom = atom((get) => get(held))

/** Removes everything that was open from the page and from its address. */
const leaveAtom = atom(null, (get, set, ended: boolean) => {
  set(held, { status: 'out', ended })
  history.replaceState(null, '', location.pathname)
  get(streamsAtom)?.renew()
})

export const checkDeskAtom = atom(null, async (get, set) => {
  const answer = await call(deskMe, {})
  const last = get(held)
  if (answer.ok) {
    const refused = last.status === 'in' ? last.refused : null
    set(held, { status: 'in', operator: answer.value.operator, refused })
  } else if (answer.error.kind === 'rejected') {
    if (last.status === 'in') set(leaveAtom, true)
    else if (last.status !== 'out') set(held, { status: 'out', ended: false })
  } else if (last.status !== 'in') set(held, { status: 'unreachable' })
})

interface LogIn {
  name: string
  password: string
  proof: OperatorProof
}
export const logInAtom = atom(null, async (get, set, body: LogIn): Promise<Answer<unknown>> => {
  const answer = await call(deskLogIn, { body })
  if (!answer.ok) return answer
  get(streamsAtom)?.renew()
  set(held, { status: 'in', ...answer.value })
  return answer
})

/** The operator has acknowledged the refused log-ins. */
export const readRefusedAtom = atom(null, (_get, set) => {
  set(held, (last) => (last.status === 'in' ? { ...last, refused: null } : last))
})

export const logOutAtom = atom(null, async (_get, set): Promise<Answer<unknown>> => {
  const answer = await call(deskLogOut, {})
  // "Not found" means that no operator was logged in any more.
  if (!answer.ok && answer.error.kind !== 'rejected') return answer
  set(leaveAtom, false)
  return answer
})

/** The socket is the first to be notified when a session ends elsewhere. */
export function keepDesk(store: ReturnType<typeof createStore>): () => void {
  return store.sub(connectionAtom, () => {
    const over = store.get(connectionAtom).status === 'ended'
    if (over && store.get(held).status === 'in') void store.set(checkDeskAtom)
  })
}

const USES = ['pointerdown', 'keydown', 'wheel'] as const
/** How often activity is reported to the server, and how often the page checks for idle time. */
const TELL_MS = 30_000
const LOOK_MS = 5_000

/**
 * Only keys and pointers count as activity. After the idle time the page asks the server, because another tab may be in
 * use. If the server does not answer, the page logs out too.
 */
export function keepActivity(store: ReturnType<typeof createStore>): () => void {
  let usedAt = Date.now()
  let toldAt = 0
  const isIn = (): boolean => store.get(held).status === 'in'
  const look = async (): Promise<void> => {
    if (!isIn() || Date.now() - usedAt < DESK_IDLE_MS) return
    // If another tab is in use, this one checks again after a while.
    usedAt = Date.now() - DESK_IDLE_MS + TELL_MS
    const answer = await call(deskMe, {})
    if (!answer.ok && isIn()) store.set(leaveAtom, true)
  }
  const use = (): void => {
    const now = Date.now()
    // The first key press after the computer slept comes after the idle time and must not extend the session.
    if (!isIn() || now - usedAt >= DESK_IDLE_MS) return void look()
    usedAt = now
    if (now - toldAt < TELL_MS) return
    toldAt = now
    void tell()
  }
  const tell = async (): Promise<void> => {
    const answer = await call(deskActivity, { body: {} })
    if (!answer.ok && answer.error.kind === 'rejected') await store.set(checkDeskAtom)
  }
  let wasIn = isIn()
  const stopHearing = store.sub(held, () => {
    if (isIn() && !wasIn) usedAt = Date.now()
    wasIn = isIn()
  })
  for (const event of USES) addEventListener(event, use, { capture: true, passive: true })
  const timer = setInterval(() => void look(), LOOK_MS)
  return () => {
    stopHearing()
    clearInterval(timer)
    for (const event of USES) removeEventListener(event, use, { capture: true })
  }
}
