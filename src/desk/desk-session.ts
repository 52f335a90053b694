/** Who sits at the desk: asked at the start, after each log-in, and whenever the server answers "not there". */
import { atom, type createStore } from 'jotai/vanilla'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { Operator } from '#contract/desk.ts'
import { deskLogIn, deskLogOut, deskMe } from '#contract/endpoints/desk.ts'
import { connectionAtom, streamsAtom } from '#streams'

export type DeskSession =
  | { status: 'unknown' }
  | { status: 'out' }
  | { status: 'in'; operator: Operator }
  /** Nobody knows: the server did not answer. */
  | { status: 'unreachable' }

const held = atom<DeskSession>({ status: 'unknown' })
export const deskSessionAtom = atom((get) => get(held))

export const checkDeskAtom = atom(null, async (_get, set) => {
  const answer = await call(deskMe, {})
  if (answer.ok) set(held, { status: 'in', operator: answer.value.operator })
  else if (answer.error.kind === 'rejected') set(held, { status: 'out' })
  else set(held, (last) => (last.status === 'in' ? last : { status: 'unreachable' }))
})

export const logInAtom = atom(
  null,
  async (get, set, body: { name: string; password: string }): Promise<Answer<unknown>> => {
    const answer = await call(deskLogIn, { body })
    if (!answer.ok) return answer
    get(streamsAtom)?.renew()
    set(held, { status: 'in', operator: answer.value.operator })
    return answer
  },
)

export const logOutAtom = atom(null, async (get, set): Promise<Answer<unknown>> => {
  const answer = await call(deskLogOut, {})
  // "Not there" says that nobody was logged in any more.
  if (!answer.ok && answer.error.kind !== 'rejected') return answer
  set(held, { status: 'out' })
  get(streamsAtom)?.renew()
  return answer
})

/** The socket hears first when a session ends elsewhere. */
export function keepDesk(store: ReturnType<typeof createStore>): () => void {
  return store.sub(connectionAtom, () => {
    const over = store.get(connectionAtom).status === 'ended'
    if (over && store.get(held).status === 'in') void store.set(checkDeskAtom)
  })
}
