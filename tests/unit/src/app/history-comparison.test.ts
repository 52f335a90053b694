import { beforeEach, describe, expect, it } from 'vitest'
import type { Checkpoint } from '#contract/tick-log.ts'
import { deviceTools, sha256Hex } from '#proof/device-tools.ts'
import { alarmOf } from '#app/history-alarm.ts'
import {
  INITIAL_WATCH,
  reduce,
  type WatchEffect,
  type WatchEvent,
} from '#app/history-comparison.ts'
import { type KnownHistory, shownBy, verifiedKnown } from '#device/known-history.ts'
import type { Restore } from '#rules/restore.ts'
import { historyOf, keysOf, newSigner } from '#support/signed-history.ts'

const signer = newSigner()
const stranger = newSigner()
const honest = historyOf(9, { signer })
/** The same up to number 3, and other records from number 4 on. */
const fork = historyOf(9, { signer, headOf: (n) => sha256Hex(`other ${n}`) }, honest.slice(0, 3))
const at = (history: readonly Checkpoint[], number: number): Checkpoint => {
  const found = history[number - 1]
  if (found === undefined) throw new Error(`no checkpoint ${number}`)
  return found
}

/** A device whose questions the test answers. */
class Device {
  state = INITIAL_WATCH
  /** What the last event brought about. */
  effects: readonly WatchEffect[] = []
  send(event: WatchEvent): this {
    const { state, effects } = reduce(this.state, event)
    this.state = state
    this.effects = effects
    return this
  }
  connects = (): this => this.send({ type: 'due', isWhole: true })
  async answers(
    shown: Checkpoint | undefined,
    offered = keysOf(signer),
    restores: readonly Restore[] = [],
  ): Promise<this> {
    const keys = this.state.running?.known?.keys ?? offered
    const read = await shownBy(shown, deviceTools(keys))
    return this.send({ type: 'answered', shown: read, keys, restores })
  }
  async hears(known: KnownHistory): Promise<this> {
    return this.send({
      type: 'stored',
      known: await verifiedKnown(known, deviceTools(known.keys)),
    })
  }
  get asked(): (number | null)[] {
    return this.effects.flatMap((each) => (each.type === 'ask' ? [each.before] : []))
  }
  get does(): string[] {
    return this.effects.map(({ type }) => type)
  }
  get says(): string | null {
    return alarmOf(this.state)?.kind ?? null
  }
  get known(): KnownHistory {
    if (this.state.known === null) throw new Error('nothing is known')
    return this.state.known
  }
}

/** A device that has seen the honest history up to number 5. */
async function deviceAt5(): Promise<Device> {
  return new Device().connects().answers(at(honest, 5))
}
let device: Device
beforeEach(async () => {
  device = await deviceAt5()
})

describe('what is remembered', () => {
  it('is the newest checkpoint and the keys of the first visit', () => {
    expect(device.known).toMatchObject({
      keys: keysOf(signer),
      number: 5,
      textHash: sha256Hex(at(honest, 5).text),
      signed: { text: at(honest, 5).text },
    })
    expect(device.does).toEqual(['store'])
  })

  it('is the newest one of each minute, with one question as long as it follows the known one', async () => {
    expect(device.send({ type: 'due', isWhole: false }).asked).toEqual([null])
    await device.answers(at(honest, 6))
    expect([device.does, device.known.number]).toEqual([['store'], 6])
  })

  it('is compared again after a connection, and in a minute that missed checkpoints', async () => {
    device.connects()
    expect((await device.answers(at(honest, 6))).asked).toEqual([6])
    await device.answers(at(honest, 5))
    expect([device.says, device.known.number]).toEqual([null, 6])
    device.send({ type: 'due', isWhole: false })
    expect((await device.answers(at(honest, 9))).asked).toEqual([7])
    await device.answers(at(honest, 6))
    expect([device.says, device.known.number]).toEqual([null, 9])
  })

  it('never goes back behind what another tab stored meanwhile', async () => {
    device.connects()
    const other = new Device().connects()
    await other.answers(at(honest, 8))
    await device.hears(other.known)
    await device.answers(at(honest, 6))
    expect((await device.answers(at(honest, 5))).asked).toEqual([7])
    await device.answers(at(honest, 6))
    expect([device.says, device.does, device.known.number]).toEqual([null, [], 8])
  })

  it('is only keys while there are no checkpoints', async () => {
    const first = await new Device().connects().answers(undefined)
    expect(first.known).toMatchObject({ keys: keysOf(signer), number: 0, textHash: '' })
    await first.connects().answers(at(honest, 1))
    expect([first.says, first.known.number]).toEqual([null, 1])
  })
})

describe('two signed checkpoints that contradict each other', () => {
  const proof = { first: at(honest, 5), second: at(fork, 5) }

  it('raise an alarm at once, and both texts are kept', async () => {
    await device.connects().answers(at(fork, 8))
    await device.answers(at(fork, 5))
    expect([device.says, device.does]).toEqual(['contradiction', ['store']])
    const { contradiction } = device.known
    expect(contradiction?.first.text).toBe(proof.first.text)
    expect(contradiction?.second).toEqual({
      text: proof.second.text,
      signature: proof.second.signature,
      keyId: signer.keyId,
    })
  })

  it('are found in one answer if the second one names another text before it', async () => {
    device.send({ type: 'due', isWhole: false })
    expect((await device.answers(at(fork, 6))).says).toBe('contradiction')
  })

  it('are found when another tab stored the other one during a comparison', async () => {
    const other = await new Device().connects().answers(at(fork, 7))
    device.connects()
    await device.answers(at(honest, 9))
    await device.hears(other.known)
    expect((await device.answers(at(honest, 5))).asked).toEqual([8])
    await device.answers(at(honest, 7))
    expect([device.says, device.does]).toEqual(['contradiction', ['store']])
  })

  it('are found when another tab saw the other one', async () => {
    const other = await new Device().connects().answers(at(fork, 6))
    expect((await device.hears(other.known)).says).toBe('contradiction')
  })

  it('stay known whatever follows, and are stored again if another tab replaced them', async () => {
    device.send({ type: 'due', isWhole: false })
    await device.answers(at(fork, 6))
    const found = device.known
    // It asks whether the server says that it lost one of them.
    expect(device.connects().does).toEqual(['ask'])
    expect((await device.answers(at(fork, 6))).effects).toEqual([])
    expect(device.known).toEqual(found)
    const other = await deviceAt5()
    expect((await device.hears(other.known)).effects).toEqual([{ type: 'store', known: found }])
    expect((await other.hears(found)).says).toBe('contradiction')
    expect((await new Device().hears(found)).says).toBe('contradiction')
  })

  it('are none if a signature in the storage is not the server’s', async () => {
    const second = { ...at(fork, 5), signature: stranger.sign(at(fork, 5).text) }
    const claimed = { ...device.known, contradiction: { first: at(honest, 5), second } }
    expect((await new Device().hears(claimed)).says).toBeNull()
    const text = at(fork, 5).text
    const altered = {
      ...device.known,
      signed: { ...at(honest, 5), text },
      textHash: sha256Hex(text),
    }
    const reloaded = await new Device().hears(altered)
    expect(reloaded.known.signed).toBeUndefined()
  })
})

describe('anything else', () => {
  const others: [string, Checkpoint | undefined, Checkpoint | undefined | null, string][] = [
    ['a text that is not signed', { ...at(honest, 8), signature: 'AAAA' }, null, 'unsigned'],
    [
      'a key that the device does not know',
      at(historyOf(8, { signer: stranger }), 8),
      null,
      'unsigned',
    ],
    ['fields that are not those of the text', { ...at(honest, 8), number: 12 }, null, 'unsigned'],
    ['an older checkpoint', at(honest, 4), null, 'shortened'],
    ['no checkpoint', undefined, null, 'shortened'],
    ['the known one missing', at(honest, 8), undefined, 'changed'],
    ['another one in its place', at(honest, 8), at(honest, 4), 'changed'],
    ['an unsigned text in its place', at(honest, 8), { ...at(fork, 5), signature: '' }, 'changed'],
  ]
  it.each(others)('raises no alarm before a second look: %s', async (_, newest, again, kind) => {
    const look = async (): Promise<void> => {
      await device.answers(newest)
      if (again !== null) await device.answers(again)
    }
    device.connects()
    await look()
    expect([device.says, device.does, device.known.number]).toEqual([null, ['pause'], 5])
    // The second look goes past the caches. An answer that is lost decides nothing.
    expect(device.connects().effects).toMatchObject([{ type: 'ask', isFresh: true }])
    expect(device.send({ type: 'lost' }).says).toBeNull()
    device.connects()
    await look()
    expect([device.says, device.known.number]).toEqual([kind, 5])
    // It is withdrawn when the history is again what the device saw.
    await device.connects().answers(at(honest, 7))
    await device.answers(at(honest, 5))
    expect([device.says, device.known.number]).toEqual([null, 7])
  })

  it('is forgotten when the second look agrees', async () => {
    await device.connects().answers(at(honest, 4))
    await device.connects().answers(at(honest, 6))
    await device.answers(at(honest, 5))
    await device.connects().answers(at(honest, 4))
    expect([device.says, device.does]).toEqual([null, ['pause']])
  })

  it('is all that a hash without its text can show', async () => {
    const { signed: _, ...old } = device.known
    const updated = await new Device().hears(old)
    for (const say of [null, 'changed']) {
      updated.connects()
      await updated.answers(at(fork, 5))
      expect(updated.says).toBe(say)
    }
    await updated.connects().answers(at(honest, 5))
    await updated.answers(at(honest, 5))
    expect(updated.known.signed?.text).toBe(at(honest, 5).text)
  })
})

describe('comparisons', () => {
  it('run one at a time: a connection meanwhile is followed by another', async () => {
    device.connects()
    expect(device.connects().does).toEqual([])
    await device.answers(at(honest, 6))
    expect((await device.answers(at(honest, 5))).does).toEqual(['store', 'ask'])
    expect(device.send({ type: 'lost' }).does).toEqual([])
  })

  it('use the keys that another tab stored during the first visit', async () => {
    const first = new Device().connects()
    await first.hears(device.known)
    await first.answers(at(historyOf(6, { signer: stranger }), 6), keysOf(stranger))
    expect(first.known.keys).toEqual(keysOf(signer))
    expect(first.effects).toMatchObject([{ type: 'ask', keys: keysOf(signer) }])
  })
})
