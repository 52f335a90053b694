/** The form of one drawing: prices and times as text, and back. Pure. */
import { SECOND_MS } from '#contract/time.ts'
import { type Anchor, type Draft, MAX_NOTE, type Tool } from '#features/chart/drawings/drawings.ts'
import { decimalText } from '#contract/decimals.ts'
import { scaledPrice } from '#forms/amounts.ts'

/** One point of a drawing as typed. */
export interface TypedAnchor {
  price: string
  /** As the browser's field for local times holds it. */
  time: string
  /** The part of the time below a second, which the field does not show. */
  restMs: number
}

export interface DrawingFields {
  kind: Tool
  /** The level's price is the price of the first point. */
  first: TypedAnchor
  second: TypedAnchor
  text: string
}

const two = (part: number): string => String(part).padStart(2, '0')

/** A time in the device's zone, as the browser's field for local times holds it: 2026-03-06T22:30:05. */
function localTime(timeMs: number): string {
  const at = new Date(timeMs)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** Null when the text is no time after 1970. */
function timeOf(text: string): number | null {
  const timeMs = new Date(text).getTime()
  return Number.isSafeInteger(timeMs) && timeMs >= 0 ? timeMs : null
}

const typed = ({ price, timeMs }: Anchor, decimals: number): TypedAnchor => ({
  price: decimalText(price, decimals),
  time: localTime(timeMs),
  restMs: timeMs % SECOND_MS,
})

/** The fields of a drawing. What its kind does not have is taken from `now`. */
export function fieldsOf(draft: Draft, now: Anchor, decimals: number): DrawingFields {
  const [first, second] =
    draft.kind === 'trend'
      ? [draft.from, draft.to]
      : draft.kind === 'note'
        ? [draft.at, now]
        : [{ ...now, price: draft.price }, now]
  return {
    kind: draft.kind,
    first: typed(first, decimals),
    second: typed(second, decimals),
    text: draft.kind === 'note' ? draft.text : '',
  }
}

export interface Issues {
  firstPrice: boolean
  firstTime: boolean
  secondPrice: boolean
  secondTime: boolean
  text: boolean
}

const priced = (text: string, decimals: number): number | null => {
  const price = scaledPrice(text, decimals)
  return price === 0 ? null : price
}

/** Which fields of the kind cannot be read. */
export function issuesOf({ kind, first, second, text }: DrawingFields, decimals: number): Issues {
  return {
    firstPrice: priced(first.price, decimals) === null,
    firstTime: kind !== 'level' && timeOf(first.time) === null,
    secondPrice: kind === 'trend' && priced(second.price, decimals) === null,
    secondTime: kind === 'trend' && timeOf(second.time) === null,
    text: kind === 'note' && (text.trim() === '' || text.trim().length > MAX_NOTE),
  }
}

function anchorOf({ price, time, restMs }: TypedAnchor, decimals: number): Anchor | null {
  const read = priced(price, decimals)
  const timeMs = timeOf(time)
  return read === null || timeMs === null ? null : { price: read, timeMs: timeMs + restMs }
}

/** The drawing of the fields; null while one of them cannot be read. */
export function draftOf(fields: DrawingFields, decimals: number): Draft | null {
  if (Object.values(issuesOf(fields, decimals)).some(Boolean)) return null
  const { kind, first, second, text } = fields
  if (kind === 'level') {
    const price = priced(first.price, decimals)
    return price === null ? null : { kind, price }
  }
  const from = anchorOf(first, decimals)
  if (from === null) return null
  if (kind === 'note') return { kind, at: from, text: text.trim() }
  const to = anchorOf(second, decimals)
  return to === null ? null : { kind, from, to }
}
