/** The sizes of the trading screen's panes as this device keeps them, and how far they fit the window. */
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

export const FIRST_SIZES: PaneSizes = { list: 312, ticket: 312, positions: 208 }

const sizes = z.object({ list: z.number(), ticket: z.number(), positions: z.number() })

export const paneSizesAtom = storedAtom<PaneSizes>({
  key: 'panes',
  initial: FIRST_SIZES,
  ...json(sizes),
})

const LEAST: PaneSizes = { list: 264, ticket: 280, positions: 104 }
const MOST: PaneSizes = { list: 480, ticket: 440, positions: 600 }
/** What stays for the chart, with the price above it, whatever the others take. */
const CHART_PX = { width: 340, height: 380 }

/** A size with its limits, in px. */
export interface Limited {
  value: number
  min: number
  max: number
}

/** The size within what it may take, in px, of the room that it shares with the chart. */
export function limitSize(pane: Pane, wanted: number, most: number): Limited {
  const min = LEAST[pane]
  const max = Math.round(Math.max(min, Math.min(MOST[pane], most)))
  return { min, max, value: Math.min(max, Math.max(min, wanted)) }
}

/** How much of its room a pane may take. The list shares its room with the ticket too, where there is one. */
export function mostOf(pane: Pane, room: { width: number; height: number }, panes: Panes): number {
  if (pane === 'positions') return room.height - CHART_PX.height
  const beside = room.width - CHART_PX.width
  return pane === 'list' && panes === 3 ? beside - LEAST.ticket : beside
}
