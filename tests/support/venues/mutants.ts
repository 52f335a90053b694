/** Frames of venues, changed at random: an adapter never throws, and a price is never anything but what is written. */
import { indexInput } from '#contract/index-price.ts'
import { lineName } from '#contract/venue-lines.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import type { Protocol } from '#support/venues/protocol.ts'
import { PROTOCOLS } from '#support/venues/protocols.ts'

const TOKENS = [
  '-1',
  '0',
  '1e5',
  '1E-7',
  '1e999',
  'NaN',
  'null',
  'true',
  '""',
  '[]',
  '{}',
  '"\\u0000"',
  '0x10',
  '1,5',
  '1_000',
  '\uff11\uff12',
  '00001.5',
  '.5',
  '5.',
  '9'.repeat(40),
  `0.${'0'.repeat(40)}1`,
  '"constructor"',
  '"__proto__"',
  '\u2028',
  '\ud800',
]
const STAMP_MS = 1_770_123_456_789

const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit)
const pick = <T>(chance: Chance, list: readonly T[]): T => {
  const picked = list[below(chance, list.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

type Mutation = (frame: string, chance: Chance) => string

const MUTATIONS: readonly Mutation[] = [
  (frame, chance) => {
    const at = below(chance, frame.length)
    return frame.slice(0, at) + String.fromCodePoint(below(chance, 128)) + frame.slice(at + 1)
  },
  (frame, chance) => frame.slice(0, below(chance, frame.length)),
  (frame, chance) => {
    const at = below(chance, frame.length)
    return frame.slice(0, at) + frame.slice(at + 1 + below(chance, 20))
  },
  (frame, chance) => {
    const at = below(chance, frame.length)
    const part = frame.slice(at, at + 1 + below(chance, 60))
    return frame.slice(0, at) + part + part + frame.slice(at + part.length)
  },
  (frame, chance) => {
    const numbers = [...frame.matchAll(/-?\d+(?:\.\d+)?/g)]
    const [number] = pick(chance, numbers)
    return frame.replace(number, pick(chance, TOKENS))
  },
  (frame, chance) => {
    const [text] = pick(chance, [...frame.matchAll(/"[^"]*"/g)])
    return frame.replace(text, pick(chance, TOKENS))
  },
  (frame, chance) => `${'[{"data":'.repeat(1 + below(chance, 3_000))}${frame}`,
  (frame, chance) =>
    frame.replaceAll(pick(chance, [',', ':', '"', '{', '}']), pick(chance, TOKENS)),
]

/** One to three changes. */
function mutate(frame: string, chance: Chance): string {
  let changed = frame
  for (let i = below(chance, 3); i >= 0; i--) {
    if (changed.length > 0 && /\d/.test(changed) && /"[^"]*"/.test(changed)) {
      changed = pick(chance, MUTATIONS)(changed, chance)
    }
  }
  return changed
}

function goodFrames(protocol: Protocol, symbol: string, chance: Chance): string[] {
  const price = (chance() * 70_000 + 0.01).toFixed(below(chance, 9))
  const tradeId = String(1 + below(chance, 2 ** 31))
  return [
    protocol.trade({ symbol, tradeId, price, stampMs: STAMP_MS }),
    protocol.trade({ symbol, tradeId, price, stampMs: STAMP_MS }),
    ...protocol.confirm([symbol], 1),
    protocol.refuse(symbol, 1),
    ...[protocol.heartbeat, protocol.notice, protocol.status?.('maintenance')].filter(
      (frame) => typeof frame === 'string',
    ),
  ]
}

/** What is wrong with how the adapter reads a frame, or null. The kinds of its signals are added to `kinds`. */
function findReadFault(
  name: keyof typeof VENUES,
  frame: string,
  kinds: (kind: string) => void,
): string | null {
  const signals = VENUES[name].read(frame)
  if (signals.length === 0) return 'no signal'
  for (const signal of signals) {
    kinds(signal.kind)
    if (signal.kind === 'refused' && signal.reason.length > 120) return 'a long reason'
    if (signal.kind !== 'trades') continue
    for (const { symbol, ...trade } of signal.trades) {
      if (symbol.length > 24) return 'a long symbol'
      const input = indexInput.safeParse({
        venue: VENUES[name].name,
        receivedAt: STAMP_MS,
        ...trade,
      })
      if (!input.success) return `not a trade: ${input.error.message}`
      if (!/[1-9]/.test(trade.price)) return 'a price of zero'
      // Only a text with escapes can hold a price that is not written in the frame as it is.
      if (!frame.includes(trade.price) && !frame.includes('\\')) return `${trade.price} is nowhere`
    }
  }
  return null
}

interface MutantContext {
  seed: number
  count(name: string, by?: number): void
  pass(): void
  fail(what: string): void
}

/** Reads so many mutants, shared by the venues. */
export function tryMutants({ seed, count, pass, fail }: MutantContext, mutants: number): void {
  const chance = chanceOf(seed)
  const symbols = ['BTCUSDT', 'BTC-USDT', 'BTC/USD', 'btcusd']
  for (let i = 0; i < mutants; i++) {
    const name = pick(chance, lineName.options)
    const good = pick(chance, goodFrames(PROTOCOLS[name], pick(chance, symbols), chance))
    const frame = mutate(good, chance)
    try {
      const fault = findReadFault(name, frame, (kind) => count(`mutants read as ${kind}`))
      if (fault === null) pass()
      else fail(`${name}: ${fault}: ${frame.slice(0, 300)}`)
    } catch (error) {
      fail(`${name} threw ${String(error)}: ${frame.slice(0, 300)}`)
    }
  }
}
