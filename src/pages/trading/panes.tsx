import { useAtom, useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panes } from '#lib/use-panes.ts'
import { Splitter } from '#ui/splitter.tsx'
import {
  FIRST_SIZES,
  type Limited,
  limitSize,
  mostOf,
  type Pane,
  paneSizesAtom,
} from './pane-sizes.ts'
import { useRoom } from './use-room.ts'

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
