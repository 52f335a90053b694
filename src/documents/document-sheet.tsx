import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Frozen } from '#components/frozen.tsx'
import type { FrozenState } from '#contract/frozen.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Timeline } from '#ui/timeline.tsx'

/** One step of a document's progress, as the timeline shows it. */
export interface WayStep<Id extends string> {
  id: Id
  /** When the step happened or will happen; null when that is not known. */
  at: number | null
  state: 'done' | 'current' | 'ahead' | 'failed'
}

interface Props<Id extends string> {
  open: boolean
  onClose: () => void
  title: string
  amount: string
  badge: ReactNode
  /** Set if a check ever found a fault in the document. */
  frozen?: FrozenState | undefined
  /** Where the money is, when that is not obvious. */
  outcome?: ReactNode
  way: { label: string; nameOf: (id: Id) => string; steps: readonly WayStep<Id>[] }
  rows: readonly (readonly [label: string, value: string])[]
  /** What the status means, or where to ask about it. */
  note: ReactNode
  /** The button to cancel the document; null when it can no longer be cancelled. */
  cancel: ReactNode
}

/** Shows one document: its progress, with times and the reviewer, and the actions that are still possible. */
export function DocumentSheet<Id extends string>(props: Props<Id>) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const { open, onClose, title, amount, badge, frozen, outcome, way, rows, note, cancel } = props
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="figures text-figure font-bold">{amount}</p>
          {badge}
        </div>
        <Frozen what="document" state={frozen} />
        {outcome}
        <Timeline
          label={way.label}
          steps={way.steps.map((step) => ({
            ...step,
            label: way.nameOf(step.id),
            time: step.at === null ? null : format.dateTime(step.at),
          }))}
        />
        <dl className="divide-y divide-line/60">
          {rows.map(([label, value]) => (
            <ListRow key={label} label={label} value={value} />
          ))}
        </dl>
        {note}
        {cancel}
        {/* A scrolling sheet needs an element that the keyboard can focus. */}
        <Button variant="secondary" block onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}
