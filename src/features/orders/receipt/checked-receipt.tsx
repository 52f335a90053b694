import { Clock, Download, ReceiptText, ShieldCheck, ShieldMinus, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { CheckList, SeedHours } from '#features/orders/receipt/check-list.tsx'
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
import { KEPT_STEP, type ReceiptReport } from '#rules/receipt-check.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The file format that checking tools outside the app read. */
export const receiptFile = (receipt: AnyReceipt): Blob =>
  new Blob([JSON.stringify(z.encode(anyReceipt, receipt))], { type: 'application/json' })

/** Recomputes the result of a settled order on this device, and says in one line how many checks passed. */
export function CheckedReceipt({ id }: { id: OrderId }) {
  const { t } = useTranslation('proof')
  const state = useReceiptCheck(id)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <CheckShield state={state} /> {t('title')}
      </h3>
      <ReceiptVerdict state={state} />
      {state.status === 'ready' && <ReceiptSteps state={state} />}
      <Link to={receiptPath(id)} className={buttonLook({ variant: 'secondary' })}>
        <ReceiptText aria-hidden size={18} className="shrink-0" /> {t('read')}
      </Link>
    </section>
  )
}

interface ChecksProps {
  state: ReadyReceipt
  /** The records that the checks read, below the other technical details. */
  children: ReactNode
}

/** The checks of a receipt on its own page: their result, what is not shown, the file, and everything technical. */
export function ReceiptChecks({ state, children }: ChecksProps) {
  const { t } = useTranslation(['proof', 'common'])
  const { receipt, report, stored } = state
  const isShared = receipt.format === SHARED_FORMAT
  const trust = t(`receipt.trust.${receipt.device === undefined ? 'server' : 'device'}`)
  return (
    <>
      <h2 className="flex items-center gap-2 font-semibold">
        <CheckShield state={state} /> {t('title')}
      </h2>
      {!isUrgent(state) && <ReceiptVerdict state={state} />}
      <ReceiptSteps state={state} />
      {receipt.device === undefined && <p className="text-sm">{trust}</p>}
      <ReceiptFile receipt={receipt} />
      <Fold summary={t('common:technical')} className="border-t border-line/60">
        <p className="text-sm text-ink-2">{t('lead')}</p>
        {receipt.device !== undefined && <p className="text-sm">{trust}</p>}
        {report !== null && stored === null && !isShared && (
          <p className="text-sm text-ink-2">{t('kept.absent')}</p>
        )}
        {report !== null && report.seeds !== null && <SeedHours seeds={report.seeds} />}
        {children}
        <p className="text-xs text-ink-2">{t('elsewhere')}</p>
        <a
          href="/fairtick-verify.html"
          download
          className="inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-brand-strong underline"
        >
          <Download aria-hidden size={16} className="shrink-0" /> {t('page.get')}
        </a>
      </Fold>
    </>
  )
}

export function CheckShield({ state }: { state: ReceiptState }) {
  const verdict = state.status === 'ready' ? state.report?.verdict : undefined
  const { icon: Icon, tone } = SHIELDS[verdict ?? 'waiting']
  return <Icon aria-hidden size={18} className={`shrink-0 ${tone}`} />
}

const PASSED = { icon: ShieldCheck, tone: 'text-brand-strong' }
const SHIELDS = {
  holds: PASSED,
  waiting: PASSED,
  unproved: { icon: ShieldMinus, tone: 'text-ink-3' },
  fails: { icon: ShieldX, tone: 'text-danger' },
}

const isOther = (report: ReceiptReport | null): boolean =>
  report?.steps.some(({ step, verdict }) => step === KEPT_STEP && verdict === 'fails') === true

/** When the server was away around the order, and what that means. */
function Absences({ report: { silences } }: { report: ReceiptReport }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (silences.length === 0) return null
  return (
    <div data-away className="flex flex-col gap-1 text-sm text-ink-2">
      {silences.map(({ fromMs, toMs }) => (
        <p key={`${fromMs} ${toMs}`}>{t('away.span', spanTexts(format, fromMs, toMs))}</p>
      ))}
      <p>{t('away.why')}</p>
    </div>
  )
}

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

/** Whether the verdict belongs above everything else: something does not match, or nothing could be checked. */
export const isUrgent = (state: ReceiptState): boolean =>
  state.status !== 'ready' || state.report === null || state.report.verdict === 'fails'

/** The result of the report in one sentence. */
function Verdict({ report }: { report: ReceiptReport | null }) {
  const { t } = useTranslation('proof')
  if (report === null) return <Notice tone="info">{t('unable')}</Notice>
  if (report.verdict === 'fails') return <Notice tone="bad">{t('fails')}</Notice>
  return (
    <p role="status" className="text-sm text-ink-2">
      {t(report.verdict)}
    </p>
  )
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

/** The checks, and what this device had to compare. */
function ReceiptSteps({ state: { receipt, report, stored } }: { state: ReadyReceipt }) {
  const { t } = useTranslation('proof')
  return (
    <>
      {report !== null && <CheckList key={report.verdict} report={report} />}
      {report !== null && report.seeds === null && <p className="text-sm">{t('seed.absent')}</p>}
      {report !== null && <Absences report={report} />}
      <LatePrices receipt={receipt} />
      {stored !== null && isOther(report) && (
        <OtherPurchase stored={stored} now={receipt.acceptance} orderId={receipt.order.id} />
      )}
    </>
  )
}

function ReceiptFile({ receipt }: { receipt: AnyReceipt }) {
  const { t } = useTranslation('proof')
  return (
    <Button
      variant="secondary"
      className="print:hidden"
      onClick={() => saveFile(receiptFile(receipt), `fairtick-${receipt.order.id}.json`)}
    >
      <Download aria-hidden size={18} className="shrink-0" />{' '}
      <span>{t(receipt.format === SHARED_FORMAT ? 'shared.download' : 'download')}</span>
    </Button>
  )
}
