import {
  CircleCheck,
  CircleMinus,
  CircleX,
  Clock,
  Download,
  ReceiptText,
  ShieldCheck,
  ShieldX,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod/mini'
import { Refusal } from '#components/refusal.tsx'
import type { OrderId } from '#contract/scalars.ts'
import {
  type AnyReceipt,
  anyReceipt,
  type ReceiptEvidence,
  SHARED_FORMAT,
} from '#contract/settlement-receipt.ts'
import { OtherPurchase } from '#features/orders/receipt/other-purchase.tsx'
import {
  type ReadyReceipt,
  type ReceiptState,
  useReceiptCheck,
} from '#features/orders/receipt/use-receipt-check.ts'
import { useFormat } from '#i18n/use-format.ts'
import { spanTexts } from '#i18n/span-texts.ts'
import { receiptPath } from '#lib/paths.ts'
import { saveFile } from '#lib/save-file.ts'
import { lateSpots } from '#rules/outage.ts'
import { KEPT_STEP, type ReceiptReport, type StepReport } from '#rules/receipt-check.ts'
import { areBound, type SeedHourReport, seedLabel } from '#rules/seed-hour.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The file format that checking tools outside the app read. */
export const receiptFile = (receipt: AnyReceipt): Blob =>
  new Blob([JSON.stringify(z.encode(anyReceipt, receipt))], { type: 'application/json' })

/** Recomputes the result of a settled order on this device and shows each step. */
export function CheckedReceipt({ id }: { id: OrderId }) {
  const { t } = useTranslation('proof')
  const state = useReceiptCheck(id)
  return (
    <section className="flex flex-col gap-3">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <CheckShield state={state} /> {t('title')}
      </h3>
      <ReceiptVerdict state={state} />
      <Link to={receiptPath(id)} className={buttonLook({ variant: 'secondary' })}>
        <ReceiptText aria-hidden size={18} className="shrink-0" /> {t('read')}
      </Link>
      {state.status === 'loading' && <Skeleton className="h-44" />}
      {state.status === 'ready' && <ReceiptSteps state={state} />}
    </section>
  )
}

export function CheckShield({ state }: { state: ReceiptState }) {
  const failed = state.status === 'ready' && state.report?.verdict === 'fails'
  const Icon = failed ? ShieldX : ShieldCheck
  const tone = failed ? 'text-danger' : 'text-brand-strong'
  return <Icon aria-hidden size={18} className={`shrink-0 ${tone}`} />
}

const isOther = (report: ReceiptReport | null): boolean =>
  report?.steps.some(({ step, verdict }) => step === KEPT_STEP && verdict === 'fails') === true

const ICONS = {
  holds: { icon: CircleCheck, className: 'text-brand-strong' },
  fails: { icon: CircleX, className: 'text-danger' },
  waiting: { icon: Clock, className: 'text-ink-3' },
} as const

/** Where a check passed, the icon is enough. */
const STATE_CLASSES = {
  holds: 'sr-only',
  fails: 'text-xs font-semibold text-danger',
  waiting: 'text-xs text-ink-2',
} as const

/** The steps of the check in order, each with its result. */
function CheckSteps({ steps, absent, seeds }: Pick<ReceiptReport, 'steps' | 'absent' | 'seeds'>) {
  return (
    <ol className="flex flex-col gap-1.5 text-sm">
      {steps.map((step) =>
        isUnshown(step, seeds) ? (
          <UnboundStep key={step.step} />
        ) : (
          <Step key={step.step} {...step} />
        ),
      )}
      {absent.includes('ledger') && <LeftOutStep />}
    </ol>
  )
}

/** The seed is the promised one, which proves little if it was promised too late. */
const isUnshown = ({ step, verdict }: StepReport, seeds: ReceiptReport['seeds']): boolean =>
  step === 'seed' && verdict === 'holds' && !areBound(seeds)

function UnboundStep() {
  const { t } = useTranslation('proof')
  return (
    <li className="flex items-start gap-2" data-step="seed" data-verdict="holds">
      <CircleMinus aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">{t('seed.unshown')}</span>
    </li>
  )
}

/** The step that a shared receipt does not have, so that no one takes it for checked. */
function LeftOutStep() {
  const { t } = useTranslation('proof')
  return (
    <li className="flex items-start gap-2" data-step="ledger" data-verdict="absent">
      <CircleMinus aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        {t('step.ledger')} <span className="text-xs text-ink-2">{t('shared.state')}</span>
      </span>
    </li>
  )
}

function Step({ step, verdict, seq }: StepReport) {
  const { t } = useTranslation('proof')
  const { icon: Icon, className } = ICONS[verdict]
  return (
    <li className="flex items-start gap-2" data-step={step} data-verdict={verdict}>
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${className}`} />
      <span className="min-w-0 flex-1">
        <span>{t(`step.${step}`)}</span>
        {seq !== undefined && <strong> {t('record', { seq })}</strong>}
        <span className={STATE_CLASSES[verdict]}> {t(`state.${verdict}`)}</span>
      </span>
    </li>
  )
}

/** Says of each simulated hour that decided whether its secret number was fixed a day ahead. */
function SeedHours({ seeds }: Pick<ReceiptReport, 'seeds'>) {
  const { t } = useTranslation('proof')
  if (seeds?.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-semibold">{t('seed.title')}</h3>
      {seeds === null ? (
        <p>{t('seed.absent')}</p>
      ) : (
        seeds.map((hour) => <SeedHour key={hour.epoch} {...hour} />)
      )}
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

const TONES = { holds: 'good', fails: 'bad', waiting: 'info' } as const

/** Which of the decisive prices were written only after an outage, and why that changes nothing. */
function LatePrices({ receipt }: { receipt: ReceiptEvidence }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const late = lateSpots(receipt)
  if (late.length === 0) return null
  return (
    <div data-late className="flex items-start gap-2 text-sm text-ink-2">
      <Clock aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {late.map(({ spot, lateMs, outage }) => (
          <p key={spot}>
            {t(`late.${spot}`, {
              seconds: format.number(Math.ceil(lateMs / 1_000)),
              ...spanTexts(format, outage.fromMs, outage.writtenAt),
            })}
          </p>
        ))}
        <p>{t('late.why')}</p>
      </div>
    </div>
  )
}

/** The result of the report in one sentence. */
function Verdict({ report }: { report: ReceiptReport | null }) {
  const { t } = useTranslation('proof')
  if (report === null) return <Notice tone="info">{t('unable')}</Notice>
  return <Notice tone={TONES[report.verdict]}>{t(report.verdict)}</Notice>
}

/** The verdict, or that the check is running. */
export function ReceiptVerdict({ state }: { state: ReceiptState }) {
  const { t } = useTranslation('proof')
  if (state.status === 'ready') return <Verdict report={state.report} />
  if (state.status === 'failed') return <Refusal error={state.error} />
  return (
    <div role="status" className="flex flex-col gap-2 text-sm text-ink-2">
      {t('checking')}
      <Skeleton className="h-14" />
    </div>
  )
}

/** Each step, what this device had to compare, and the file. */
export function ReceiptSteps({ state: { receipt, report, stored } }: { state: ReadyReceipt }) {
  const { t } = useTranslation('proof')
  return (
    <>
      <LatePrices receipt={receipt} />
      {report !== null && <CheckSteps {...report} />}
      {report !== null && <SeedHours seeds={report.seeds} />}
      {report !== null && stored === null && receipt.format !== SHARED_FORMAT && (
        <p className="text-xs text-ink-2">{t('kept.absent')}</p>
      )}
      {stored !== null && isOther(report) && (
        <OtherPurchase stored={stored} now={receipt.acceptance} orderId={receipt.order.id} />
      )}
      <Button
        variant="secondary"
        className="print:hidden"
        onClick={() => saveFile(receiptFile(receipt), `fairtick-${receipt.order.id}.json`)}
      >
        <Download aria-hidden size={18} className="shrink-0" />{' '}
        <span>{t(receipt.format === SHARED_FORMAT ? 'shared.download' : 'download')}</span>
      </Button>
    </>
  )
}
