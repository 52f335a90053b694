/** The tags of the price axis: one per entry of an open order, and that of the newest price. */
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { chartFont, widthOf } from '#features/chart/base/chart-font.ts'
import { inkOf, type Tone } from '#features/chart/marks/order-tone.ts'

/** As the library's own labels: see its renderer of the price axis. */
export const TAG = { height: 17, before: 10, after: 5, radius: 2 } as const

export interface Entry {
  price: number
  y: number
  tone: Tone
}

export interface Tag extends Entry {
  /** How many orders it is the tag of. */
  count: number
}

/** The tags on one side of the newest price, the nearest first. */
function side(entries: readonly Entry[], limit: number, away: 1 | -1): Tag[] {
  const tags: Tag[] = []
  for (const entry of entries) {
    const y = away > 0 ? Math.max(entry.y, limit) : Math.min(entry.y, limit)
    const last = tags.at(-1)
    if (last === undefined || Math.abs(y - last.y) >= TAG.height) {
      tags.push({ ...entry, y, count: 1 })
      continue
    }
    last.count += 1
    if (last.tone !== entry.tone) last.tone = 'level'
  }
  return tags
}

/**
 * The tags of entries, in the order of their prices. Those that would overlap are one. The tag of the newest price is
 * never moved: the others make room for it. Those of prices that are not in view are left out.
 */
export function tagsOf(
  entries: readonly Entry[],
  newestY: number | null,
  height: number,
): readonly Tag[] {
  const shown = entries.filter(({ y }) => y >= 0 && y <= height)
  const sorted = [...shown].sort((a, b) => a.y - b.y)
  if (newestY === null) return side(sorted, 0, 1)
  const above = sorted.filter(({ y }) => y <= newestY).reverse()
  const below = sorted.filter(({ y }) => y > newestY)
  return [
    ...side(above, newestY - TAG.height, -1).reverse(),
    ...side(below, newestY + TAG.height, 1),
  ]
}

export interface TagLook {
  colors: ChartColors
  price(scaled: number): string
  /** So many orders. */
  orders(count: number): string
}

type Context = CanvasRenderingContext2D

/** A tag whose left edge is that of the axis. It never exceeds the axis. */
function drawTag(
  context: Context,
  { text, y, x, most }: { text: string; y: number; x: number; most: number },
  { ink, letters }: { ink: string; letters: string },
): void {
  const room = most - TAG.before - TAG.after
  const width = TAG.before + Math.min(room, widthOf(context, text)) + TAG.after
  const top = Math.round(y - TAG.height / 2)
  context.fillStyle = ink
  context.beginPath()
  context.roundRect(x, top, width, TAG.height, [0, TAG.radius, TAG.radius, 0])
  context.fill()
  context.fillStyle = letters
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(text, x + TAG.before, top + TAG.height / 2 + 0.5, room)
}

/** The newest price at the axis. */
export interface NewestTag {
  price: number
  y: number
  fresh: boolean
}

/** Draws the tags at an axis that begins at `x`; the newest price is above all others. */
export function drawTags(
  context: Context,
  { tags, newest }: { tags: readonly Tag[]; newest: NewestTag | null },
  look: TagLook,
  { x, width: most }: { x: number; width: number },
): void {
  const { colors } = look
  context.save()
  context.font = chartFont()
  for (const { price, y, tone, count } of tags) {
    const text = count === 1 ? look.price(price) : look.orders(count)
    drawTag(context, { text, y, x, most }, { ink: inkOf(tone, colors), letters: colors.surface })
  }
  if (newest !== null) {
    const ink = newest.fresh ? colors.price : colors.quiet
    const text = look.price(newest.price)
    drawTag(context, { text, y: newest.y, x, most }, { ink, letters: colors.surface })
  }
  context.restore()
}
