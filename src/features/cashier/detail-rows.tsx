import { useTranslation } from 'react-i18next'
import type { RejectReason } from '#contract/review.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { ListRow } from '#ui/list-row.tsx'

interface Props {
  rows: readonly (readonly [label: string, value: string])[]
  reviewer: string | null
  reason: RejectReason | null
}

/** A document's facts, with who reviewed it and why it was refused. */
export function DetailRows({ rows, reviewer, reason }: Props) {
  const { t } = useTranslation('cashier')
  const { reasonText, reviewerText } = useReasonText()
  const all = [
    ...rows,
    ...(reviewer === null ? [] : [[t('reviewer'), reviewerText(reviewer)] as const]),
    ...(reason === null ? [] : [[t('reason'), reasonText(reason)] as const]),
  ]
  return (
    <dl className="divide-y divide-line/60">
      {all.map(([label, value]) => (
        <ListRow key={label} label={label} value={value} />
      ))}
    </dl>
  )
}
