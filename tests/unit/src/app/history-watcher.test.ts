import { expect, it } from 'vitest'
import { deviceTools, sha256Hex } from '#proof/device-tools.ts'
import { ASK_AFTER_MS, SECOND_LOOK_AFTER_MS, watchHistory } from '#app/history-watcher.ts'
import type { KnownHistory } from '#device/known-history.ts'
import { fakeTiming } from '#support/fake-timing.ts'
import { until } from '#support/until.ts'
import { historyOf, keysOf, newSigner, proofIn } from '#support/signed-history.ts'

const signer = newSigner()
const honest = historyOf(9, { signer, growing: true })

/** A watcher on a clock that the test moves, with a server that answers at once; null is an answer that was lost. */
function watched() {
  const timing = fakeTiming()
  const asked: { before?: number; fresh: boolean }[] = []
  const proved: { number: number; of: number }[] = []
  const device = {
    known: null as KnownHistory | null,
    says: null as string | null,
    server: honest.slice(0, 5) as typeof honest | null,
    isShown: true,
    /** What happens while the watcher waits for an answer. */
    meanwhile: (): void => {},
  }
  const watcher = watchHistory({
    stored: () => device.known,
    ask: async ({ before }, fresh) => {
      asked.push({ ...(before !== undefined && { before }), fresh })
      device.meanwhile()
      if (device.server === null) throw new Error('no answer')
      const found = device.server.filter(({ number }) => number < (before ?? Infinity))
      return { checkpoints: found.slice(-1), keys: keysOf(signer) }
    },
    prove: async (query) => {
      proved.push(query)
      return device.server === null ? null : proofIn(device.server, query)
    },
    starts: async () => null,
    toolsOf: deviceTools,
    store: (known) => {
      device.known = known
    },
    show: (alarm) => {
      device.says = alarm?.kind ?? null
    },
    isShown: () => device.isShown,
    after: timing.after,
  })
  const knows = (number: number): Promise<boolean> =>
    until(`checkpoint ${number}`, () => device.known?.number === number)
  /** The server signs its next checkpoint, and pushes it. */
  const push = (number: number): void => {
    device.server = honest.slice(0, number)
    watcher.pushed(honest[number - 1]!)
  }
  return { device, knows, watcher, timing, asked, proved, push }
}

it('asks once at the first visit, twice at each connection, and for nothing that is pushed', async () => {
  const { device, knows, watcher, timing, asked, push } = watched()
  watcher.live(true)
  await knows(5)
  expect(asked.splice(0)).toEqual([{ fresh: false }])
  device.server = honest.slice(0, 6)
  watcher.live(false)
  watcher.live(true)
  await knows(6)
  expect(asked.splice(0)).toEqual([{ fresh: false }, { before: 6, fresh: true }])
  for (const number of [7, 8]) {
    timing.advance(ASK_AFTER_MS - 1)
    push(number)
    await knows(number)
  }
  expect(asked).toEqual([])
  device.server = honest
  timing.advance(ASK_AFTER_MS)
  await knows(9)
  expect(asked).toEqual([{ fresh: false }])
})

it('compares what was pushed during a comparison after it', async () => {
  const { device, knows, watcher, asked } = watched()
  device.meanwhile = () => watcher.pushed(honest[5]!)
  watcher.live(true)
  await knows(6)
  expect([asked, device.says]).toEqual([[{ fresh: false }], null])
})

it('asks for what it missed between two checkpoints that were pushed', async () => {
  const { device, knows, watcher, asked, proved, push } = watched()
  watcher.live(true)
  await knows(5)
  asked.splice(0)
  push(8)
  await knows(8)
  expect([asked, proved]).toEqual([[{ before: 6, fresh: true }], [{ number: 8, of: 5 }]])
  expect(device.says).toBeNull()
})

it('raises an alarm at once about a checkpoint that was pushed and contradicts a signed one', async () => {
  const { device, knows, watcher, asked } = watched()
  watcher.live(true)
  await knows(5)
  asked.splice(0)
  const headOf = (n: number): string => sha256Hex(`other ${n}`)
  watcher.pushed(historyOf(6, { signer, growing: true, headOf }).at(-1)!)
  await until('the alarm', () => device.says === 'contradiction')
  expect(asked).toEqual([])
})

it('doubts a checkpoint that was pushed and no one signed, and asks before it says so', async () => {
  const { device, knows, watcher, timing, asked } = watched()
  watcher.live(true)
  await knows(5)
  asked.splice(0)
  watcher.pushed({ ...honest[5]!, signature: 'AAAA' })
  await until('both timers', () => timing.waiting() === 2)
  // In doubt, nothing that is pushed starts a comparison.
  watcher.pushed(honest[5]!)
  expect(device.says).toBeNull()
  device.server = honest.slice(0, 6)
  timing.advance(SECOND_LOOK_AFTER_MS)
  await knows(6)
  expect([asked, device.says]).toEqual([[{ fresh: true }, { before: 6, fresh: true }], null])
})

it('compares nothing while no one sees the page, and then what it missed', async () => {
  const { device, knows, watcher, timing, asked } = watched()
  watcher.live(true)
  await knows(5)
  asked.splice(0)
  device.isShown = false
  device.server = honest.slice(0, 7)
  watcher.look()
  timing.advance(ASK_AFTER_MS)
  watcher.live(false)
  watcher.live(true)
  timing.advance(ASK_AFTER_MS)
  await Promise.resolve()
  expect(asked).toEqual([])
  device.isShown = true
  watcher.look()
  await knows(7)
  watcher.look()
  expect(asked).toEqual([{ fresh: false }, { before: 6, fresh: true }])
})

it('asks for the proof that what it missed is in between', async () => {
  const { device, knows, watcher, asked, proved } = watched()
  watcher.live(true)
  await knows(5)
  device.server = honest.slice(0, 9)
  watcher.live(false)
  watcher.live(true)
  await knows(9)
  expect(asked.slice(1)).toEqual([{ fresh: false }, { before: 6, fresh: true }])
  expect(proved).toEqual([{ number: 9, of: 5 }])
})

it('believes no newer checkpoint whose tree has another history', async () => {
  const { device, knows, watcher, timing, proved } = watched()
  watcher.live(true)
  await knows(5)
  const other = historyOf(9, { signer, growing: true, headOf: sha256Hex.bind(null, 'x') })
  // The device is still shown what it has seen.
  device.server = [...honest.slice(0, 5), ...other.slice(5)]
  watcher.live(false)
  watcher.live(true)
  await until('both timers', () => timing.waiting() === 2)
  expect([device.says, device.known?.number]).toEqual([null, 5])
  timing.advance(SECOND_LOOK_AFTER_MS)
  await until('the alarm', () => device.says === 'changed')
  expect([proved.length, device.known?.number]).toEqual([2, 5])
})

it('looks a second time after a pause', async () => {
  const { device, knows, watcher, timing, asked } = watched()
  watcher.live(true)
  await knows(5)
  device.server = honest.slice(0, 4)
  timing.advance(ASK_AFTER_MS)
  // The next minute and the second look.
  await until('both timers', () => timing.waiting() === 2)
  expect(device.says).toBeNull()
  timing.advance(SECOND_LOOK_AFTER_MS)
  await until('the alarm', () => device.says === 'shortened')
  expect(asked.at(-1)).toEqual({ fresh: true })
})

it('replaces nothing that another tab stored before it has compared it', async () => {
  const { device, knows, watcher, timing, asked } = watched()
  watcher.live(true)
  await knows(5)
  const other = watched()
  const headOf = (n: number): string => sha256Hex(`other ${n}`)
  other.device.server = historyOf(7, { signer, growing: true, headOf })
  other.watcher.live(true)
  await other.knows(7)
  device.server = honest
  asked.splice(0)
  device.meanwhile = () => {
    device.known = other.device.known
    device.meanwhile = () => {}
  }
  timing.advance(ASK_AFTER_MS)
  await until('the alarm', () => device.says === 'contradiction')
  expect(asked).toEqual([{ fresh: false }, { before: 6, fresh: true }, { before: 8, fresh: true }])
})

it('asks again after an answer that was lost, and leaves no timer behind', async () => {
  const { device, knows, watcher, timing } = watched()
  watcher.live(true)
  await knows(5)
  device.server = null
  timing.advance(ASK_AFTER_MS)
  device.server = honest.slice(0, 7)
  await until('checkpoint 7', () => {
    timing.advance(ASK_AFTER_MS)
    return device.known?.number === 7
  })
  expect(device.says).toBeNull()
  watcher.stop()
  expect(timing.waiting()).toBe(0)
})
