import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { PaneSplitter, TICKET_PANE, useSize } from './panes.tsx'

interface Props {
  /** What the pane shares its width with. */
  page: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The pane of the order ticket, with the line that changes its width. */
export function TicketPane({ page, children }: Props) {
  const { t } = useTranslation('trading')
  const size = useSize('ticket', page, 3)
  return (
    <>
      <PaneSplitter pane="ticket" limited={size} />
      <aside
        id={TICKET_PANE}
        data-shortcut="pane"
        aria-label={t('ticket')}
        style={{ width: size.value }}
        className="flex shrink-0 flex-col border-s border-line/60 bg-surface"
      >
        {children}
      </aside>
    </>
  )
}
