import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { HistoryWatch } from '#app/history-watch.tsx'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import { hearOtherTabs } from '#device/stored-atom.ts'
import { historyOf, keysOf, newSigner, startsChain } from '#support/signed-history.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { until } from '#support/until.ts'
import { fakeNetwork, json, renderFeature, type Sent } from '../features/render-feature.tsx'

const signer = newSigner()
const honest = historyOf(12, { signer })
const fork = historyOf(12, { signer, headOf: (n) => sha256Hex(`other ${n}`) }, honest.slice(0, 3))
const unsigned = honest.map((each) => ({ ...each, signature: 'AAAA' }))

const TITLE = 'The price history has changed'
const knownText = (): string => localStorage.getItem('knownHistory') ?? '{}'
const knows = (number: number): Promise<boolean> =>
  until(`checkpoint ${number}`, () => JSON.parse(knownText()).number === number)

/** A server whose newest checkpoints a test sets. */
function historyServer(shown: readonly Checkpoint[]) {
  const server = {
    shown,
    starts: [] as readonly ChainRecord[],
    presented: [] as string[],
    /** Set to keep the next answer about an earlier checkpoint. */
    hold: false,
    held: null as (() => void) | null,
    calls: [] as Sent[],
  }
  server.calls = fakeNetwork(({ path, body }) => {
    if (path.includes('/chains/starts')) return json({ records: server.starts, more: false })
    if (path.includes('/presented')) {
      server.presented.push(body)
      return json({ lost: true })
    }
    const before = Number(new URLSearchParams(path.split('?')[1]).get('before') ?? Infinity)
    const found = server.shown.filter(({ number }) => number < before)
    const answer = json({ checkpoints: found.slice(-1), keys: keysOf(signer) })
    if (!server.hold || before === Infinity) return answer
    server.hold = false
    return new Promise((resolve) => {
      server.held = () => resolve(answer)
    })
  })
  return server
}

/** A device that is connected and knows the checkpoints up to number 5. */
async function watching() {
  const server = historyServer(honest.slice(0, 5))
  const { streams, store } = await renderFeature(<HistoryWatch />)
  await knows(5)
  const closeSocket = (): Promise<void> =>
    act(async () =>
      streams.connection$.next({
        status: 'reconnecting',
        attempt: 1,
        nextAttemptAt: null,
        asOf: null,
      }),
    )
  const openSocket = (): Promise<void> =>
    act(async () => streams.connection$.next({ status: 'live' }))
  const reconnect = async (): Promise<void> => {
    await closeSocket()
    await openSocket()
  }
  /** The server signs the next checkpoint, and pushes it. */
  const push = (checkpoint: Checkpoint): Promise<void> =>
    act(async () =>
      streams.state$('checkpoint').next({ value: checkpoint, asOf: checkpoint.timeMs }),
    )
  return { server, store, streams, closeSocket, openSocket, reconnect, push }
}

function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push({ name: '', file })
    return 'blob:test'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last !== undefined) last.name = this.download
  })
  return saved
}

describe('with an honest server', () => {
  it('is silent when the connection closes while the answer about the known checkpoint is held', async () => {
    const { server, reconnect } = await watching()
    server.hold = true
    server.shown = honest.slice(0, 8)
    await reconnect()
    await until('a held answer', () => server.held)
    server.shown = honest.slice(0, 10)
    await reconnect()
    await act(async () => server.held?.())
    await knows(10)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is silent about an answer that is not signed, if the next one is', async () => {
    const { server, reconnect } = await watching()
    server.shown = unsigned.slice(0, 8)
    const asked = server.calls.length
    await reconnect()
    await until('a question', () => server.calls.length > asked)
    expect(screen.queryByRole('alert')).toBeNull()
    server.shown = honest.slice(0, 8)
    await reconnect()
    await knows(8)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('with a checkpoint that is pushed', () => {
  it('asks for nothing, and remembers it', async () => {
    const { server, push } = await watching()
    const asked = server.calls.length
    for (const checkpoint of honest.slice(5, 7)) {
      await push(checkpoint)
      await knows(checkpoint.number)
    }
    expect(server.calls.length).toBe(asked)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says at once that it contradicts the one before', async () => {
    const { push } = await watching()
    await push(fork[5] as Checkpoint)
    expect((await screen.findByRole('alert')).textContent).toContain(TITLE)
    expect(JSON.parse(knownText()).contradiction.second.text).toBe(fork[5]?.text)
  })

  it('gets none in a page that no one sees, and the newest one when it is seen', async () => {
    const { server, streams, push } = await watching()
    expect(streams.leases.get('checkpoint')).toBe(1)
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(streams.leases.has('checkpoint')).toBe(false)
    const asked = server.calls.length
    server.shown = honest.slice(0, 8)
    await push(honest[7] as Checkpoint)
    expect([server.calls.length, JSON.parse(knownText()).number]).toEqual([asked, 5])
    state.mockReturnValue('visible')
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    await knows(8)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('shows the server what it signed and no longer shows', async () => {
  const { server, reconnect } = await watching()
  server.shown = honest.slice(0, 3)
  await reconnect()
  await screen.findByRole('alert')
  const { text, signature, keyId } = honest[4] as Checkpoint
  const checkpoints = [{ text, signature, keyId }]
  const body = await until('it to be presented', () => server.presented[0])
  expect(JSON.parse(body)).toEqual({ checkpoints })
})

describe('with a server that was restored', () => {
  const since = honest[4]!.timeMs + 1
  const said = `${since} checkpoint 3 ${sha256Hex(honest[2]!.text)}`
  const starts = startsChain([
    `start ${since - 600_000} checkpoint 0 ${'0'.repeat(64)}`,
    `start ${said}`,
    `restored ${said}`,
  ])
  const head = { seq: 3, hash: starts[2]!.hash }
  const restored = historyOf(
    4,
    { signer, growing: true, startsOf: () => head, timeOf: () => since + 60_000 },
    honest.slice(0, 3),
  )

  it('says that data may be missing, until the user closes it', async () => {
    const { server, reconnect } = await watching()
    server.starts = starts
    server.shown = restored
    await reconnect()
    await knows(4)
    const text = 'The server’s data were put back to an older state'
    expect((await screen.findByRole('status')).textContent).toContain(text)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.presented).toEqual([])
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
    await reconnect()
    expect(screen.queryByText(text)).toBeNull()
    expect(JSON.parse(knownText()).restore).toMatchObject({ seq: 3, number: 3, isSeen: true })
  })
})

describe('with a server that signs a history twice', () => {
  it('says so at once, and the user can save both texts with the keys', async () => {
    const saved = savedFiles()
    const { server, reconnect } = await watching()
    server.shown = fork.slice(0, 8)
    await reconnect()
    expect((await screen.findByRole('alert')).textContent).toContain(TITLE)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Save the proof' }))
    expect(saved.map(({ name }) => name)).toEqual(['fairtick-contradiction-5.json'])
    const part = ({ text, signature, keyId }: Checkpoint) => ({ text, signature, keyId })
    expect(JSON.parse((await saved[0]?.file.text()) ?? '')).toEqual({
      first: part(honest[4] as Checkpoint),
      second: part(fork[4] as Checkpoint),
      keys: keysOf(signer),
    })
  })

  it('says so in each tab and after a reload, whatever the server shows then', async () => {
    const { server, reconnect, store } = await watching()
    hearOtherTabs(store)
    const before = knownText()
    server.shown = fork.slice(0, 8)
    await reconnect()
    await screen.findByRole('alert')
    const found = knownText()
    // Another tab, which has not heard of it yet, stores what it knows.
    localStorage.setItem('knownHistory', before)
    await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'knownHistory' })))
    await until('the proof in its place', () => knownText() === found)
    const { view } = await renderFeature(<HistoryWatch />)
    const asked = server.calls.length
    await view.findAllByText(TITLE)
    await until('another question', () => server.calls.length > asked)
    expect(knownText()).toBe(found)
    expect(view.getAllByText(TITLE)).not.toEqual([])
  })
})

it('says that checkpoints are not signed after the second look', async () => {
  const { server, reconnect } = await watching()
  server.shown = unsigned.slice(0, 8)
  await reconnect()
  expect((await screen.findByRole('alert')).textContent).toContain('isn’t signed with a key')
  expect(screen.queryByRole('button')).toBeNull()
})
