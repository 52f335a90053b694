/** Who sits at the desk: asked at the start, after each log-in, when idle, and when the server answers "not there". */
import { atom, type createStore } from 'jotai/vanilla'
import type { Answer } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { DESK_IDLE_MS, type Operator, type RefusedLogIns } from '#contract/desk.ts'
import { deskActivity, deskLogIn, deskLogOut, deskMe } from '#contract/endpoints/desk-session.ts'
import type { OperatorProof } from '#contract/factors.ts'
import { connectionAtom, streamsAtom } from '#streams'

export type DeskSession =
  | { status: 'unknown' }
  /** `ended`: not by logging out, so the page says why it asks again. */
  | { status: 'out'; ended: boolean }
  /** `refused`: log-ins under this name since the one before; null: none, or read already. */
  | { status: 'in'; operator: Operator; refused: RefusedLogIns | null }
  /** Nobody knows: the server did not answer. */
  | { status: 'unreachable' }

const held = atom<DeskSession>({ status: 'unknown' })
export const deskSessionAtom = atom((get) => get(held))

/** Nothing of what was open stays on the page or in its address. */
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

/** The operator has read of the refused log-ins. */
export const readRefusedAtom = atom(null, (_get, set) => {
  set(held, (last) => (last.status === 'in' ? { ...last, refused: null } : last))
})

export const logOutAtom = atom(null, async (_get, set): Promise<Answer<unknown>> => {
  const answer = await call(deskLogOut, {})
  // "Not there" says that nobody was logged in any more.
  if (!answer.ok && answer.error.kind !== 'rejected') return answer
  set(leaveAtom, false)
  return answer
})

/** The socket hears first when a session ends elsewhere. */
export function keepDesk(store: ReturnType<typeof createStore>): () => void {
  return store.sub(connectionAtom, () => {
    const over = store.get(connectionAtom).status === 'ended'
    if (over && store.get(held).status === 'in') void store.set(checkDeskAtom)
  })
}

const USES = ['pointerdown', 'keydown', 'wheel'] as const
/** How often the server hears that somebody is here, and how often the page looks whether nobody is. */
const TELL_MS = 30_000
const LOOK_MS = 5_000

/**
 * Only keys and pointers count as somebody being here. After the idle time the page asks the server, since another tab
 * may be in use; without an answer it shows nothing either.
 */
export function keepActivity(store: ReturnType<typeof createStore>): () => void {
  let usedAt = Date.now()
  let toldAt = 0
  const isIn = (): boolean => store.get(held).status === 'in'
  const look = async (): Promise<void> => {
    if (!isIn() || Date.now() - usedAt < DESK_IDLE_MS) return
    // Another tab is looked after again in a while.
    usedAt = Date.now() - DESK_IDLE_MS + TELL_MS
    const answer = await call(deskMe, {})
    if (!answer.ok && isIn()) store.set(leaveAtom, true)
  }
  const use = (): void => {
    const now = Date.now()
    // A machine that slept wakes up with a key: that one comes too late.
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
