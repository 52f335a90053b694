import { useAtomValue } from 'jotai'
import { type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loggedInAtom } from '#api/session.ts'
import { useDock } from '#features/orders/dock/dock-state.ts'
import { PositionDock } from '#features/orders/dock/position-dock.tsx'
import { useResultToasts } from '#features/orders/use-results.ts'
import { PaneSplitter, POSITIONS_PANE, useSize } from './panes.tsx'

interface Props {
  /** The element whose height the orders share with what is above them. */
  of: RefObject<HTMLElement | null>
}

/** The user's orders below another pane; nothing for visitors. Folded, only their tabs are there. */
export function DockPane({ of }: Props) {
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    loggedIn && (
      <Suspense>
        <OwnDock of={of} />
      </Suspense>
    )
  )
}

function OwnDock({ of }: Props) {
  const { t } = useTranslation('orders')
  const dock = useDock()
  const height = useSize('positions', of, 3)
  useResultToasts()
  return (
    <>
      {!dock.folded && <PaneSplitter pane="positions" limited={height} />}
      <section
        id={POSITIONS_PANE}
        data-shortcut="pane"
        aria-label={t('myPositions')}
        style={dock.folded ? undefined : { height: height.value }}
        className="flex shrink-0 flex-col"
      >
        <PositionDock dock={dock} />
      </section>
    </>
  )
}
