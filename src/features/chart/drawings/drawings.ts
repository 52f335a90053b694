/** What a user drew on charts: pure data, its limits, and the changes to it. Prices are scaled integers. */
import { z } from 'zod/mini'
import { readJson } from '#device/stored-atom.ts'

export const MAX_DRAWINGS = 50
export const MAX_NOTE = 200
/** A limit for stored text that the app did not write. */
const MAX_PRODUCTS = 200

const price = z.int().check(z.gte(1))
const anchor = z.object({ timeMs: z.int().check(z.gte(0)), price })
const id = z.int().check(z.gte(1))
const drawing = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('level'), price }),
  z.object({ id, kind: z.literal('trend'), from: anchor, to: anchor }),
  z.object({
    id,
    kind: z.literal('note'),
    at: anchor,
    text: z.string().check(z.minLength(1), z.maxLength(MAX_NOTE)),
  }),
])
const book = z.record(z.string(), z.array(z.unknown()))

/** A time in server ms and a price. */
export type Anchor = z.infer<typeof anchor>
export type Drawing = z.infer<typeof drawing>
export type Tool = Drawing['kind']
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
/** A drawing before it has its number. */
export type Draft = WithoutId<Drawing>
/** Drawings by symbol. */
export type DrawingBook = Readonly<Record<string, readonly Drawing[]>>

export const TOOLS = ['level', 'trend', 'note'] as const satisfies readonly Tool[]

/** What can be read of one product's drawings, each number once; the rest is dropped. */
function readable(rows: readonly unknown[]): Drawing[] {
  const known = new Set<number>()
  return rows
    .flatMap((row) => {
      const { success, data } = drawing.safeParse(row)
      if (!success || known.has(data.id)) return []
      known.add(data.id)
      return [data]
    })
    .slice(0, MAX_DRAWINGS)
}

const parse = readJson(book)

/** Reads stored drawings. A drawing that cannot be read is dropped, and the others stay. */
export function readBook(text: string): DrawingBook {
  const entries = Object.entries(parse(text) ?? {}).slice(0, MAX_PRODUCTS)
  return Object.fromEntries(entries.map(([symbol, rows]) => [symbol, readable(rows)]))
}

/** Empty text when nothing is drawn. */
export function writeBook(drawings: DrawingBook): string {
  const kept = Object.entries(drawings).filter(([, rows]) => rows.length > 0)
  return kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept))
}

export const isFull = (drawings: readonly Drawing[]): boolean => drawings.length >= MAX_DRAWINGS

/** Adds a draft under the next number. A full list stays as it is. */
export function added(drawings: readonly Drawing[], draft: Draft): readonly Drawing[] {
  if (isFull(drawings)) return drawings
  return [...drawings, { ...draft, id: Math.max(0, ...drawings.map((one) => one.id)) + 1 }]
}

export const replaced = (drawings: readonly Drawing[], next: Drawing): readonly Drawing[] =>
  drawings.map((one) => (one.id === next.id ? next : one))

export const removed = (drawings: readonly Drawing[], gone: number): readonly Drawing[] =>
  drawings.filter((one) => one.id !== gone)

/** The part of a drawing that is moved: the whole, or one end of a trend line. */
export type Part = 'whole' | 'from' | 'to'

function shifted({ timeMs, price: old }: Anchor, byMs: number, by: number): Anchor {
  return {
    timeMs: Math.max(0, Math.round(timeMs + byMs)),
    price: Math.max(1, Math.round(old + by)),
  }
}

/** A drawing, or one end of it, moved in time and price. Prices stay positive. */
export function moved<T extends Draft>(one: T, part: Part, byMs: number, by: number): T {
  if (one.kind === 'level') return { ...one, price: Math.max(1, Math.round(one.price + by)) }
  if (one.kind === 'note') return { ...one, at: shifted(one.at, byMs, by) }
  const from = part === 'to' ? one.from : shifted(one.from, byMs, by)
  const to = part === 'from' ? one.to : shifted(one.to, byMs, by)
  return { ...one, from, to }
}
