/** How large the panes of the trading screen are: by their limits, and as the user has changed them on this device. */
import { z } from 'zod/mini'
import { json, storedAtom } from '#device/stored-atom.ts'
import type { Panes } from '#lib/use-panes.ts'

/** In px: the widths of the list and the ticket, and the height of the positions. */
interface PaneSizes {
  list: number
  ticket: number
  positions: number
}

export type Pane = keyof PaneSizes

/** The list's first width is this part of the window, within these limits. */
const LIST_PART = 1 / 3.2
const LIST_PX = { least: 320, most: 400 }
/** The positions: their tabs, their totals, the headings, and six rows for a mouse. */
const FIRST = { ticket: 280, positions: 264 }

/** The size of a pane that the user has not changed, in the room that it shares with the chart. */
export function firstSize(pane: Pane, room: { width: number }): number {
  if (pane !== 'list') return FIRST[pane]
  return Math.round(Math.min(LIST_PX.most, Math.max(LIST_PX.least, room.width * LIST_PART)))
}

const size = z.optional(z.number())
const sizes = z.object({ v: z.literal(2), list: size, ticket: size, positions: size })
/** As stored by earlier versions, which stored all sizes when one was changed. */
const oldSizes = z.object({ list: z.number(), ticket: z.number(), positions: z.number() })
const OLD_FIRST: PaneSizes = { list: 312, ticket: 312, positions: 208 }

/** The sizes that the user has changed. */
type Changed = z.infer<typeof sizes>

const NONE: Changed = { v: 2 }

function withoutOldFirst(old: z.infer<typeof oldSizes>): Changed {
  const changed: Changed = { v: 2 }
  for (const pane of ['list', 'ticket', 'positions'] as const)
    if (old[pane] !== OLD_FIRST[pane]) changed[pane] = old[pane]
  return changed
}

/** Undefined for text that no version stored. */
export function readSizes(text: string): Changed | undefined {
  const old = json(oldSizes).read(text)
  return json(sizes).read(text) ?? (old && withoutOldFirst(old))
}

export const paneSizesAtom = storedAtom<Changed>({
  key: 'panes',
  initial: NONE,
  read: readSizes,
  write: (changed) => JSON.stringify(changed),
})

const LEAST: PaneSizes = { list: 300, ticket: 280, positions: 120 }
const MOST: PaneSizes = { list: 560, ticket: 440, positions: 600 }
/** What stays for the chart, whatever the others take. */
const CHART_PX = 340
/** What stays for the pane above the positions. */
const ABOVE_POSITIONS_PX = 240

/** A size with its limits, in px. */
export interface Limited {
  value: number
  min: number
  max: number
}

/** The size within what it may take, in px, of the room that it shares with others. */
export function limitSize(pane: Pane, wanted: number, most: number): Limited {
  const min = LEAST[pane]
  const max = Math.round(Math.max(min, Math.min(MOST[pane], most)))
  return { min, max, value: Math.min(max, Math.max(min, wanted)) }
}

/** How much of its room a pane may take. The list shares its room with the ticket too, where there is one. */
export function mostOf(pane: Pane, room: { width: number; height: number }, panes: Panes): number {
  if (pane === 'positions') return room.height - ABOVE_POSITIONS_PX
  const beside = room.width - CHART_PX
  return pane === 'list' && panes === 3 ? beside - LEAST.ticket : beside
}
