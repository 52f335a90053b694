/** The file of published closings: read, checked, extended and written. */
import { DAY_MS } from '#contract/time.ts'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type Closings,
  joinSpans,
  type PublishedClosings,
  type Span,
  withoutSpans,
} from '#rules/closings.ts'

/** Spans that ended before so long are dropped: no outage is filled so far back. */
const KEEP_MS = 400 * DAY_MS

const moment = z.iso.datetime()
const spans = z
  .array(z.tuple([moment, moment]))
  .max(10_000)
  .transform((all) => all.map(([from, to]): Span => [Date.parse(from), Date.parse(to)]))
  .refine(
    (all) => all.every(([from, to], n) => from < to && from > (all[n - 1]?.[1] ?? 0)),
    'spans must ascend and be apart',
  )

const closingsFile = z
  .strictObject({
    /** Where the closings were published. */
    source: z.string().min(1).max(500),
    readAt: moment,
    covers: spans,
    closed: spans,
  })
  .refine(
    ({ covers, closed }) => withoutSpans(closed, covers).length === 0,
    'closed spans must be covered',
  )

/** Reads the text of a file. Throws if it is not as described. */
export function readClosings(text: string): PublishedClosings {
  const { readAt, ...file } = closingsFile.parse(JSON.parse(text))
  return { ...file, readAt: Date.parse(readAt) }
}

/** Reads a file. Null if there is none. */
export function readClosingsFile(file: string): PublishedClosings | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  return readClosings(text)
}

const iso = (all: readonly Span[]): string[][] =>
  all.map((span) => span.map((timeMs) => new Date(timeMs).toISOString()))

/** Writes a file in one step, so that no reader sees half of it. */
export function writeClosings(file: string, closings: PublishedClosings): void {
  const { source, readAt, covers, closed } = closings
  const text = {
    source,
    readAt: new Date(readAt).toISOString(),
    covers: iso(covers),
    closed: iso(closed),
  }
  const made = `${file}.made`
  writeFileSync(made, `${JSON.stringify(text, null, 2)}\n`)
  renameSync(made, file)
}

/** The former calendar with what was read now, which decides wherever it speaks. */
export function extendClosings(
  former: Closings,
  { source, readAt, covers, closed }: PublishedClosings,
): PublishedClosings {
  const isKept = ([, to]: Span): boolean => to > readAt - KEEP_MS
  return {
    source,
    readAt,
    covers: joinSpans([...former.covers, ...covers]).filter(isKept),
    closed: joinSpans([...withoutSpans(former.closed, covers), ...closed]).filter(isKept),
  }
}
