/** Outgoing messages: sent one after another, each under its own key, and stored until the server has them. */
import { atom } from 'jotai/vanilla'
import { type Answer, type ApiError, isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { accountAtom } from '#api/session.ts'
import { sendSupportMessage } from '#contract/endpoints/support.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { keepUnsent, storedUnsent, type Unsent } from '#device/unsent-messages.ts'

export type Outgoing = Unsent &
  (
    | { status: 'sending' }
    /** There was no answer. A retry uses the same key. */
    | { status: 'unsent' }
    /** The server has stored it, and the stream will deliver it. */
    | { status: 'sent' }
    | { status: 'refused'; error: ApiError }
  )

export type Words = Omit<Unsent, 'key' | 'writtenAt'>
export const NO_WORDS: Words = { text: '', photo: null, about: null, question: null }

const heldAtom = atom<{ account: string | null; all: readonly Outgoing[] }>({
  account: null,
  all: [],
})
/** The messages of the logged-in account, oldest first. */
export const outgoingAtom = atom((get): readonly Outgoing[] => {
  const { account, all } = get(heldAtom)
  return account === get(accountAtom) ? all : []
})

const putAtom = atom(
  null,
  (get, set, change: (all: readonly Outgoing[]) => readonly Outgoing[]) => {
    const account = get(accountAtom)
    if (account === null) return
    const all = change(get(outgoingAtom))
    set(heldAtom, { account, all })
    keepUnsent(
      account,
      all
        .filter(({ status }) => status !== 'sent')
        .map(({ key, text, photo, about, question, writtenAt }) => ({
          key,
          text,
          photo,
          about,
          question,
          writtenAt,
        })),
    )
  },
)

/** Replaced in tests; the app calls the server. */
export const sendAtom = atom<{ send: (message: Unsent) => Promise<Answer<unknown>> }>({
  send: ({ key, text, photo, about, question }) =>
    call(sendSupportMessage, { body: { text, photo, about, question }, key }),
})

const runningAtom = atom({ running: false })

/** Sends pending messages, oldest first. It stops at the first one without an answer, so that the order is kept. */
export const flushAtom = atom(null, async (get, set): Promise<void> => {
  const state = get(runningAtom)
  if (state.running) return
  state.running = true
  try {
    for (;;) {
      const next = get(outgoingAtom).find(({ status }) => status === 'unsent')
      if (next === undefined) return
      const become = (one: Outgoing): void =>
        set(putAtom, (all) => all.map((message) => (message.key === one.key ? one : message)))
      become({ ...next, status: 'sending' })
      const answer = await get(sendAtom).send(next)
      if (answer.ok) become({ ...next, status: 'sent' })
      else if (isUncertain(answer.error) || answer.error.kind === 'unsent')
        return become({ ...next, status: 'unsent' })
      else become({ ...next, status: 'refused', error: answer.error })
    }
  } finally {
    state.running = false
  }
})

/** Loads the unsent messages of an earlier visit. */
export const recallAtom = atom(null, (get, set) => {
  const account = get(accountAtom)
  if (account === null || get(heldAtom).account === account) return
  const all = storedUnsent(account).map((message): Outgoing => ({ ...message, status: 'unsent' }))
  set(heldAtom, { account, all })
})

export const writeAtom = atom(
  null,
  (_get, set, { words, atMs }: { words: Words; atMs: number }) => {
    const fresh: Outgoing = { ...words, key: newIntentKey(), writtenAt: atMs, status: 'unsent' }
    set(putAtom, (all) => [...all, fresh])
    return set(flushAtom)
  },
)

export const discardAtom = atom(null, (_get, set, keys: readonly string[]) =>
  set(putAtom, (all) => all.filter(({ key }) => !keys.includes(key))),
)
