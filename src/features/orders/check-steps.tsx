import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceiptReport, StepReport } from '#rules/receipt-check.ts'
import { Notice } from '#ui/notice.tsx'

const LOOKS = {
  holds: { icon: CircleCheck, className: 'text-brand-strong' },
  fails: { icon: CircleX, className: 'text-danger' },
  waiting: { icon: Clock, className: 'text-ink-3' },
} as const

/** Where a check passed, the icon is enough. */
const STATE_LOOKS = {
  holds: 'sr-only',
  fails: 'text-xs font-semibold text-danger',
  waiting: 'text-xs text-ink-2',
} as const

/** The steps of the check in order, each with its result. */
export function CheckSteps({ steps }: { steps: readonly StepReport[] }) {
  return (
    <ol className="flex flex-col gap-1.5 text-sm">
      {steps.map((step) => (
        <Step key={step.step} {...step} />
      ))}
    </ol>
  )
}

function Step({ step, verdict, seq }: StepReport) {
  const { t } = useTranslation('proof')
  const { icon: Icon, className } = LOOKS[verdict]
  return (
    <li className="flex items-start gap-2" data-step={step} data-verdict={verdict}>
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${className}`} />
      <span className="min-w-0 flex-1">
        {t(`step.${step}`)}
        {seq !== undefined && <strong> {t('record', { seq })}</strong>}
        <span className={STATE_LOOKS[verdict]}> {t(`state.${verdict}`)}</span>
      </span>
    </li>
  )
}

const TONES = { holds: 'good', fails: 'bad', waiting: 'info' } as const

/** The result of the report in one sentence. */
export function Verdict({ report }: { report: ReceiptReport | null }) {
  const { t } = useTranslation('proof')
  if (report === null) return <Notice tone="info">{t('unable')}</Notice>
  return <Notice tone={TONES[report.verdict]}>{t(report.verdict)}</Notice>
}
