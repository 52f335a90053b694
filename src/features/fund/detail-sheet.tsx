import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from '#features/fund/steps.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Timeline } from '#ui/timeline.tsx'

interface Props<Id extends string> {
  open: boolean
  onClose: () => void
  title: string
  amount: string
  badge: ReactNode
  steps: { label: string; nameOf: (id: Id) => string; all: readonly Step<Id>[] }
  rows: readonly (readonly [label: string, value: string])[]
  /** What it means, in words. */
  note: string
  /** To take it back; null: no longer. */
  cancel: ReactNode
}

/** One transfer or withdrawal: how far it has come, when, and what can still be done. */
export function DetailSheet<Id extends string>(props: Props<Id>) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const { open, onClose, title, amount, badge, steps, rows, note, cancel } = props
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="figures text-figure font-bold">{amount}</p>
          {badge}
        </div>
        <Timeline
          label={steps.label}
          steps={steps.all.map((step) => ({
            ...step,
            label: steps.nameOf(step.id),
            time: format.dateTime(step.at),
          }))}
        />
        <dl className="divide-y divide-line/60">
          {rows.map(([label, value]) => (
            <ListRow key={label} label={label} value={value} />
          ))}
        </dl>
        <p className="text-sm text-ink-2">{note}</p>
        {cancel}
        {/* A sheet that scrolls needs something in it that the keyboard reaches. */}
        <Button variant="secondary" block onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}
