import { CircleCheck, CircleMinus, CircleX, Clock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/use-format.ts'
import { type ReceiptReport, type StepReport } from '#rules/receipt-check.ts'
import { areBound, type SeedHourReport, seedLabel } from '#rules/seed-hour.ts'
import { FoldLine } from '#ui/fold.tsx'
import { join } from '#ui/join.ts'

const ICONS = {
  holds: { icon: CircleCheck, className: 'text-brand-strong' },
  fails: { icon: CircleX, className: 'text-danger' },
  waiting: { icon: Clock, className: 'text-ink-3' },
  unproved: { icon: CircleMinus, className: 'text-ink-3' },
} as const

/** Where a check passed, the icon is enough. */
const STATE_CLASSES = {
  holds: 'sr-only',
  fails: 'text-xs font-semibold text-danger',
  waiting: 'text-xs text-ink-2',
  unproved: 'text-xs text-ink-2',
} as const

/** The seed is the promised one, which proves little if it was promised too late. */
const isUnshown = ({ step, verdict }: StepReport, seeds: ReceiptReport['seeds']): boolean =>
  step === 'seed' && verdict === 'holds' && !areBound(seeds)

/**
 * How many checks passed, in a line that opens the list of all. A check that did not pass, or that shows nothing, is
 * listed without being asked for, and a failed one opens the list.
 */
export function CheckList({ report }: { report: ReceiptReport }) {
  const { t } = useTranslation('proof')
  const id = useId()
  const [open, setOpen] = useState(report.verdict === 'fails')
  const { steps, absent, seeds } = report
  const isPassed = (step: StepReport): boolean =>
    step.verdict === 'holds' && !isUnshown(step, seeds)
  const passed = steps.filter(isPassed).length
  const isShared = absent.includes('ledger')
  const total = steps.length + (isShared ? 1 : 0)
  const folded = (hidden: boolean) => (hidden && !open ? 'not-print:hidden' : '')
  return (
    <div>
      <FoldLine open={open} controls={id} onToggle={() => setOpen(!open)}>
        {t('checks', { passed, total })}
      </FoldLine>
      <ol id={id} className={join('flex flex-col gap-1.5 text-sm', folded(passed === total))}>
        {steps.map((step) =>
          isUnshown(step, seeds) ? (
            <UnboundStep key={step.step} />
          ) : (
            <Step key={step.step} report={step} className={folded(isPassed(step))} />
          ),
        )}
        {isShared && <LeftOutStep />}
      </ol>
    </div>
  )
}

interface ItemProps {
  step: string
  verdict: string
  icon: ReactNode
  className?: string
  children: ReactNode
}

function Item({ step, verdict, icon, className, children }: ItemProps) {
  return (
    <li
      className={join('flex items-start gap-2', className)}
      data-step={step}
      data-verdict={verdict}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  )
}

const NOT_SHOWN = <CircleMinus aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-3" />

function UnboundStep() {
  const { t } = useTranslation('proof')
  return (
    <Item step="seed" verdict="holds" icon={NOT_SHOWN}>
      {t('seed.unshown')}
    </Item>
  )
}

/** The step that a shared receipt does not have, so that no one takes it for checked. */
function LeftOutStep() {
  const { t } = useTranslation('proof')
  return (
    <Item step="ledger" verdict="absent" icon={NOT_SHOWN}>
      {t('step.ledger')} <span className="text-xs text-ink-2">{t('shared.state')}</span>
    </Item>
  )
}

function Step({ report, className }: { report: StepReport; className: string }) {
  const { t } = useTranslation('proof')
  const { step, verdict, seq } = report
  const { icon: Icon, className: tone } = ICONS[verdict]
  return (
    <Item
      step={step}
      verdict={verdict}
      className={className}
      icon={<Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${tone}`} />}
    >
      <span>{t(`step.${step}`)}</span>
      {seq !== undefined && <strong> {t('record', { seq })}</strong>}
      <span className={STATE_CLASSES[verdict]}> {t(`state.${verdict}`)}</span>
    </Item>
  )
}

/** Says of each simulated hour that decided whether its secret number was fixed a day ahead. */
export function SeedHours({ seeds }: { seeds: readonly SeedHourReport[] }) {
  const { t } = useTranslation('proof')
  if (seeds.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-semibold">{t('seed.title')}</h3>
      {seeds.map((hour) => (
        <SeedHour key={hour.epoch} {...hour} />
      ))}
    </div>
  )
}

function SeedHour(hour: SeedHourReport) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const { startsAt, seed, round } = hour
  const { promised, ...values } = seedLabel(hour)
  return (
    <div data-promised={promised}>
      <p>
        {`${t(`seed.${promised}`, { time: format.dateClock(startsAt), ...values })} ${t(`seed.${seed}`)}`}
      </p>
      {round !== null && (
        <p
          data-round={round.verdict}
          className={round.verdict === 'fails' ? 'font-semibold text-danger' : ''}
        >
          {t(`seed.round.${round.verdict}`, { round: round.round })}
        </p>
      )}
    </div>
  )
}
