/** The sizes of the trading screen's panes as this device keeps them, and how far they fit the window. */
import { z } from 'zod'
import { readJson, storedAtom } from '#lib/stored.ts'
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
  read: readJson((value) => sizes.safeParse(value)),
  write: JSON.stringify,
})

const LEAST: PaneSizes = { list: 264, ticket: 280, positions: 104 }
const MOST: PaneSizes = { list: 480, ticket: 440, positions: 600 }
/** What stays for the chart, with the price above it, whatever the others take. */
const CHART_PX = { width: 340, height: 380 }

interface Room {
  width: number
  height: number
  panes: Panes
}

/** A size with its limits, in px. */
export interface Limited {
  value: number
  min: number
  max: number
}

/** Each size within what the room allows. The list is limited first, then the ticket. */
export function limitSizes(wanted: PaneSizes, room: Room): Record<Pane, Limited> {
  const limit = (pane: Pane, most: number): Limited => {
    const min = LEAST[pane]
    const max = Math.round(Math.max(min, Math.min(MOST[pane], most)))
    return { min, max, value: Math.min(max, Math.max(min, wanted[pane])) }
  }
  const beside = room.width - CHART_PX.width
  const list = limit('list', room.panes === 3 ? beside - LEAST.ticket : beside)
  return {
    list,
    ticket: limit('ticket', beside - list.value),
    positions: limit('positions', room.height - CHART_PX.height),
  }
}
