import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, ApiError } from '#api/api-error.ts'
import {
  discardAtom,
  flushAtom,
  NO_WORDS,
  outgoingAtom,
  recallAtom,
  sendAtom,
  writeAtom,
} from '#features/support/outgoing.ts'
import { storedUnsent, type Unsent } from '#device/unsent-messages.ts'

const NETWORK: ApiError = { kind: 'network' }
const REFUSED: ApiError = {
  kind: 'rejected',
  code: 'photo_unknown',
  status: 422,
  params: {},
  issues: [],
}

type Store = ReturnType<typeof createStore>
const logIn = (account: string): void =>
  localStorage.setItem('userInfo', JSON.stringify({ account, nickname: account }))

/** A page of the app, with a server that answers as told. */
function page(answers: (Answer<unknown> | 'ok')[]): { store: Store; asked: Unsent[] } {
  const store = createStore()
  const asked: Unsent[] = []
  store.set(sendAtom, {
    send: async (message) => {
      asked.push(message)
      const answer = answers.shift() ?? 'ok'
      return answer === 'ok' ? { ok: true, value: null } : answer
    },
  })
  return { store, asked }
}
const write = (store: Store, text: string) =>
  store.set(writeAtom, { words: { ...NO_WORDS, text }, atMs: 5 })
const statuses = (store: Store) =>
  store.get(outgoingAtom).map(({ text, status }) => `${text} ${status}`)

beforeEach(() => {
  logIn('anna_1')
})

describe('a message on its way', () => {
  it('is sent at once and kept no longer on the device', async () => {
    const { store } = page([])
    await write(store, 'one')
    expect(statuses(store)).toEqual(['one sent'])
    expect(storedUnsent('anna_1')).toEqual([])
  })
  it('without an answer is kept, and sent again under the same key', async () => {
    const { store, asked } = page([{ ok: false, error: NETWORK }])
    await write(store, 'one')
    expect(statuses(store)).toEqual(['one unsent'])
    expect(storedUnsent('anna_1').map(({ text }) => text)).toEqual(['one'])
    await store.set(flushAtom)
    expect(statuses(store)).toEqual(['one sent'])
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })
  it('is not overtaken by the one written after it', async () => {
    const { store, asked } = page([
      { ok: false, error: NETWORK },
      { ok: false, error: NETWORK },
    ])
    await write(store, 'one')
    await write(store, 'two')
    expect(statuses(store)).toEqual(['one unsent', 'two unsent'])
    await store.set(flushAtom)
    expect(asked.map(({ text }) => text)).toEqual(['one', 'one', 'one', 'two'])
  })
  it('that is refused says why, lets the next one through, and can be given up', async () => {
    const { store } = page([{ ok: false, error: REFUSED }])
    await write(store, 'one')
    await write(store, 'two')
    expect(statuses(store)).toEqual(['one refused', 'two sent'])
    const [first] = store.get(outgoingAtom)
    store.set(discardAtom, [first?.key ?? ''])
    expect(statuses(store)).toEqual(['two sent'])
  })
})

describe('after a reload', () => {
  it('what had not left is there again, with its key', async () => {
    const before = page([{ ok: false, error: NETWORK }])
    await write(before.store, 'one')
    const after = page([])
    after.store.set(recallAtom)
    expect(statuses(after.store)).toEqual(['one unsent'])
    await after.store.set(flushAtom)
    expect(after.asked[0]?.key).toBe(before.asked[0]?.key)
  })
  it('it is shown to its own account alone', async () => {
    const { store } = page([{ ok: false, error: NETWORK }])
    await write(store, 'one')
    logIn('berta_1')
    const other = page([])
    other.store.set(recallAtom)
    expect(statuses(other.store)).toEqual([])
  })
  it('what cannot be read is as if it were not there', () => {
    localStorage.setItem('supportUnsent:anna_1', '[{"key":1}]')
    const { store } = page([])
    store.set(recallAtom)
    expect(statuses(store)).toEqual([])
  })
})
