import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Frozen } from '#components/frozen.tsx'
import { useServerNow } from '#data/use-server-now.ts'
import { CancelButton } from '#documents/cancel-button.tsx'
import type { DetailRow, Document, DocumentKind } from '#documents/document-kind.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Timeline } from '#ui/timeline.tsx'

interface Shown<T, StepId extends string> {
  kind: DocumentKind<T, StepId>
  row: T
}

/** The status of a document. */
export function DocumentBadge<T, StepId extends string>({ kind, row }: Shown<T, StepId>) {
  const { tone, text } = kind.badgeOf(row)
  return <Badge tone={tone}>{text}</Badge>
}

interface ProgressProps<T, StepId extends string> extends Shown<T, StepId> {
  /** Shown below the steps. */
  rows: readonly DetailRow[]
  /** Shown above the steps. */
  children?: ReactNode
}

/** The amount and status of a document, its steps with their times, and its data. */
export function DocumentProgress<T extends Document, StepId extends string>(
  props: ProgressProps<T, StepId>,
) {
  const { kind, row, rows, children } = props
  const format = useFormat()
  const now = useServerNow()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-figure font-bold">{format.money(row.amount)}</p>
        <DocumentBadge kind={kind} row={row} />
      </div>
      {children}
      <Timeline
        label={kind.steps.label}
        steps={kind.steps.of(row, now).map((step) => ({
          ...step,
          label: kind.steps.nameOf(step.id),
          time: step.at === null ? null : format.dateTime(step.at),
        }))}
      />
      <dl className="divide-y divide-line/60">
        {rows.map(([label, value]) => (
          <ListRow key={label} label={label} value={value} />
        ))}
      </dl>
    </>
  )
}

interface Props<T, StepId extends string> extends Shown<T, StepId> {
  open: boolean
  onClose: () => void
}

/** Shows one document: its progress, with times and the reviewer, and the actions that are still possible. */
export function DocumentSheet<T extends Document, StepId extends string>(props: Props<T, StepId>) {
  const { kind, row, open, onClose } = props
  const { t } = useTranslation('common')
  const outcome = kind.outcomeOf?.(row) ?? null
  return (
    <Sheet open={open} onClose={onClose} title={kind.sheetTitle ?? kind.titleOf(row)}>
      <div className="flex flex-col gap-4">
        <DocumentProgress kind={kind} row={row} rows={kind.rowsOf(row)}>
          <Frozen what="document" state={row.frozen} />
          {outcome !== null && <Notice tone="info">{outcome}</Notice>}
        </DocumentProgress>
        {kind.renderNote(row)}
        <Cancel kind={kind} row={row} />
        {/* A scrolling sheet needs an element that the keyboard can focus. */}
        <Button variant="secondary" block onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Sheet>
  )
}

function Cancel<T extends Document, StepId extends string>({ kind, row }: Shown<T, StepId>) {
  const format = useFormat()
  const now = useServerNow()
  const until = kind.cancellableUntil(row)
  return until === null ? null : (
    <CancelButton
      cancelling={kind.cancelling}
      document={row}
      shown={format.money(row.amount)}
      over={now >= until}
    />
  )
}
