import { useAtom, useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panes } from '#lib/use-panes.ts'
import { Splitter } from '#ui/splitter.tsx'
import { FIRST_SIZES, type Limited, limitSizes, type Pane, paneSizesAtom } from './pane-sizes.ts'
import { useRoom } from './use-room.ts'

export const LIST_PANE = 'list-pane'
export const TICKET_PANE = 'ticket-pane'
export const POSITIONS_PANE = 'positions-pane'

const IDS: Record<Pane, string> = {
  list: LIST_PANE,
  ticket: TICKET_PANE,
  positions: POSITIONS_PANE,
}

/** The sizes of all panes within the room that this element gives them. */
export function useSizes(of: RefObject<HTMLElement | null>, panes: Panes): Record<Pane, Limited> {
  const wanted = useAtomValue(paneSizesAtom)
  return limitSizes(wanted, { ...useRoom(of), panes })
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
