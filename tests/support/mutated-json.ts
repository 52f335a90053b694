/** Small changes of a JSON document as a fuzzer makes them: what a field is, how it is written, and what a list has. */
import type { Chance } from '#support/chance.ts'

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** One of a list. Throws when it is empty, because then the change does not fit. */
export function one<T>(chance: Chance, of: readonly T[]): T {
  const found = of[Math.floor(chance() * of.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}

/** Marks of texts that `JSON.stringify` cannot write: a number in another spelling, and a field that is there twice. */
const RAW = '@raw@'
const TWICE = '@twice@'
const NUMBERS = '1.0 1.5 1e3 -0 01 9007199254740992 1e400 NaN -1 9007199254740991'.split(' ')
const ODD = [
  '\u0000',
  ' ',
  '\t',
  '\r',
  '\n',
  'é',
  '\u2028',
  '\u00a0',
  '\ud800',
  '٣',
  '"',
  '\\',
  '|',
]
const WORDS =
  `won lost draw void open up down simulated recorded live tick heartbeat gap halt rejected restart feed
loop jump closed maintenance ended late_entry too_late stale_exit too_few_ticks gap_at_exit bound unbound round
order_stake order_settle constructor __proto__ fairtick-shared-1 fairtick-settled-1`.split(/\s/)
const FOREIGN: readonly Json[] = [null, true, 0, 1, '', '0', [], {}, [null], { seq: 1 }]

function otherNumber(chance: Chance, value: number): Json {
  const near = [1, -1, 2, -2, 1_000, -1_000, 3_600_000, 120_000].map((by) => value + by)
  return chance() < 0.3
    ? `${RAW}${one(chance, NUMBERS)}`
    : one(chance, [...near, 0, -value, value * 2, `${value}`])
}

/** How a decimal can be written otherwise. */
const decimals = (text: string): string[] => [
  ...['0', '+', '-', ' '].map((before) => before + text),
  ...[' ', '0', 'e0'].map((after) => text + after),
  text.replace(/0$/, ''),
  text.replace('.00', ''),
  text.replace('.', ','),
  text.replace('.', '_'),
  text.replace(/^\d/, '9'),
]

/** A text with another digit, case, length, an odd character, or another word. */
export function otherText(chance: Chance, text: string): string {
  const at = Math.floor(chance() * (text.length + 1))
  const [before, after] = [text.slice(0, at), text.slice(at)]
  if (/^-?\d+\.\d+$/.test(text) && chance() < 0.7) return one(chance, decimals(text))
  const digit = one(chance, '0123456789abcdefAZ'.split(''))
  return one(chance, [
    before + digit + after.slice(1),
    before + digit + after.slice(1),
    before + one(chance, ODD) + after,
    before + after.slice(1),
    text.toUpperCase(),
    `${text}${one(chance, ODD)}`,
    one(chance, WORDS),
    `${text.slice(0, -3)}${one(chance, ['B', 'C', 'h', 'x'])}==`,
    text.replaceAll('+', '-').replaceAll('/', '_'),
    text.replace(/=+$/, ''),
  ])
}

function changeList(chance: Chance, list: Json[]): void {
  const [at, to] = [Math.floor(chance() * list.length), Math.floor(chance() * list.length)]
  const [given, other] = [list[at], list[to]]
  const change = one(chance, ['remove', 'double', 'swap', 'empty', 'more', 'reverse'])
  if (change === 'remove') list.splice(at, 1)
  else if (change === 'double' && given !== undefined) list.splice(at, 0, structuredClone(given))
  else if (change === 'swap' && given !== undefined && other !== undefined) {
    list[at] = other
    list[to] = given
  } else if (change === 'empty') list.length = 0
  else if (change === 'more') list.push(one(chance, FOREIGN))
  else list.reverse()
}

/** Fields with their value. Elements of lists are changed in the list. */
interface Place {
  path: string
  holder: { [name: string]: Json }
  name: string
}

/** A random way down: most fields of a receipt are of price records, and each level is equally likely. */
function placeIn(chance: Chance, document: { [name: string]: Json }): Place {
  let place: Place | undefined
  let value: Json = document
  let path = ''
  for (;;) {
    if (Array.isArray(value) && value.length > 0) value = one(chance, value)
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const names: string[] = Object.keys(value)
      if (names.length === 0) break
      const name: string = one(chance, names)
      path += `.${name}`
      place = { path, holder: value, name }
      value = value[name] ?? null
    } else break
    if (place !== undefined && chance() < 0.15) break
  }
  if (place === undefined) throw new Error('no field')
  return place
}

/** Changes one field of a document in place. Returns what was done. */
export function changeField(
  chance: Chance,
  document: { [name: string]: Json },
  other: Json,
): string {
  const { path, holder, name } = placeIn(chance, document)
  const value = holder[name] ?? null
  const done = (what: string): string => `${path} ${what}`
  const set = (to: Json, what: string): string => {
    holder[name] = to
    return done(what)
  }
  const kind = chance()
  if (kind < 0.12) {
    delete holder[name]
    return done('removed')
  }
  if (kind < 0.17) return set(null, 'null')
  if (kind < 0.24) return set(one(chance, FOREIGN), 'of another type')
  if (kind < 0.29) {
    holder[`${TWICE}${name}`] = one(chance, [...FOREIGN, value])
    return done('doubled')
  }
  if (kind < 0.33) {
    holder[
      one(chance, [
        'text',
        'signature',
        'extra',
        'terms',
        'refusal',
        'frozen',
        'startsAt',
        'inputs',
      ])
    ] = value
    return done('under another name as well')
  }
  if (kind < 0.42) return set(valueAt(other, path) ?? null, 'of another receipt')
  if (typeof value === 'number') return set(otherNumber(chance, value), 'as another number')
  if (typeof value === 'string') return set(otherText(chance, value), 'as another text')
  if (Array.isArray(value) && value.length > 0) {
    changeList(chance, value)
    return done('as another list')
  }
  return set(one(chance, FOREIGN), 'of another type')
}

function valueAt(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document
  for (const name of path.split('.').slice(1)) {
    if (Array.isArray(value)) value = value[0]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = value[name]
  }
  return value === undefined ? undefined : structuredClone(value)
}

/** The file of a changed document. */
export const textOf = (document: Json): string =>
  JSON.stringify(document)
    .replaceAll(/"@raw@([^"]*)"/g, '$1')
    .replaceAll(`"${TWICE}`, '"')
