import { useAtom, useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panes } from '#lib/use-panes.ts'
import { Splitter } from '#ui/splitter.tsx'
import {
  firstSize,
  type Limited,
  limitSize,
  mostOf,
  type Pane,
  paneSizesAtom,
} from './pane-sizes.ts'

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
  const changed = useAtomValue(paneSizesAtom)[pane]
  const room = useRoom(of)
  return limitSize(pane, changed ?? firstSize(pane, room), mostOf(pane, room, panes))
}

/** The line beside one pane. What it sets is kept on the device. */
export function PaneSplitter({ pane, limited }: { pane: Pane; limited: Limited }) {
  const { t } = useTranslation('trading')
  const [sizes, setSizes] = useAtom(paneSizesAtom)
  const put = (value: number | undefined): void => setSizes({ ...sizes, [pane]: value })
  return (
    <Splitter
      {...limited}
      label={t(`resize.${pane}`)}
      controls={IDS[pane]}
      orientation={pane === 'positions' ? 'horizontal' : 'vertical'}
      after={pane !== 'list'}
      onValue={put}
      onReset={() => put(undefined)}
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
