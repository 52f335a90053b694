import { useAtom, useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Panes } from '#lib/use-panes.ts'
import { Splitter } from '#ui/splitter.tsx'
import { json, storedAtom } from '#device/stored-atom.ts'

/** In px: the widths of the list and the ticket, and the height of the positions. */
interface PaneSizes {
  list: number
  ticket: number
  positions: number
}

type Pane = keyof PaneSizes

export const FIRST_SIZES: PaneSizes = { list: 312, ticket: 312, positions: 208 }

const sizes = z.object({ list: z.number(), ticket: z.number(), positions: z.number() })

const paneSizesAtom = storedAtom<PaneSizes>({
  key: 'panes',
  initial: FIRST_SIZES,
  ...json(sizes),
})

const LEAST: PaneSizes = { list: 264, ticket: 280, positions: 104 }
const MOST: PaneSizes = { list: 480, ticket: 440, positions: 600 }
/** What stays for the chart, with the price above it, whatever the others take. */
const CHART_PX = { width: 340, height: 380 }

/** A size with its limits, in px. */
interface Limited {
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

export const LIST_PANE = 'list-pane'
export const TICKET_PANE = 'ticket-pane'
export const POSITIONS_PANE = 'positions-pane'

const IDS: Record<Pane, string> = {
  list: LIST_PANE,
  ticket: TICKET_PANE,
  positions: POSITIONS_PANE,
}

/** The size of a pane within the room of this element, which contains the pane and the chart. */
export function useSize(pane: Pane, of: RefObject<HTMLElement | null>, panes: Panes): Limited {
  const wanted = useAtomValue(paneSizesAtom)[pane]
  return limitSize(pane, wanted, mostOf(pane, useRoom(of), panes))
}

/** The line beside one pane. What it sets is kept on the device. */
export function PaneSplitter({ pane, limited }: { pane: Pane; limited: Limited }) {
  const { t } = useTranslation('trading')
  const [sizes, setSizes] = useAtom(paneSizesAtom)
  const put = (value: number): void => setSizes({ ...sizes, [pane]: value })
  return (
    <Splitter
      {...limited}
      label={t(`resize.${pane}`)}
      controls={IDS[pane]}
      orientation={pane === 'positions' ? 'horizontal' : 'vertical'}
      after={pane !== 'list'}
      onValue={put}
      onReset={() => put(FIRST_SIZES[pane])}
    />
  )
}

/** The size of an element, measured again whenever it changes. */
function useRoom(of: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 1_024, height: 640 })
  useLayoutEffect(() => {
    const { current } = of
    if (current === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current
      setRoom((last) => (last.width === width && last.height === height ? last : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [of])
  return room
}
