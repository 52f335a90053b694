import { useAtomValue } from 'jotai'
import { ArrowDownToLine, ArrowUpFromLine, Hourglass, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Deposit } from '#contract/cashier.ts'
import type { FundLot, FundRedemption } from '#contract/fund.ts'
import { CancelButton } from '#documents/cancel-button.tsx'
import { useFundCancelling } from '#features/fund/documents/cancelling.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { topicAtom } from '#streams'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

const WAITING: readonly Deposit['status'][] = ['submitted', 'review']

/** Shows everything that waits for its day or for a review; renders nothing when nothing is pending. */
export function OnTheWay() {
  const { t } = useTranslation('fund')
  const fund = useAtomValue(topicAtom('fund'))
  const deposits = useAtomValue(topicAtom('deposits'))
  const lots = 'value' in fund ? fund.value.pendingLots : []
  const redemptions = 'value' in fund ? fund.value.pendingRedemptions : []
  const known = 'value' in deposits ? deposits.value : []
  const waiting = known.filter(({ status }) => WAITING.includes(status))
  if (lots.length + redemptions.length + waiting.length === 0) return null
  return (
    <Section title={t('tab.onTheWay')}>
      <ul className="divide-y divide-line/60">
        {lots.map((lot) => (
          <LotRow key={lot.id} lot={lot} />
        ))}
        {redemptions.map((redemption) => (
          <RedemptionRow key={redemption.id} redemption={redemption} />
        ))}
        {waiting.length > 0 && <UnderReview deposits={waiting} />}
      </ul>
    </Section>
  )
}

interface PendingProps {
  what: 'transfer' | 'withdrawal'
  document: FundLot | FundRedemption
  icon: LucideIcon
  title: string
  when: string
}

function PendingRow({ what, document, icon: Icon, title, when }: PendingProps) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const now = useServerNow()
  const cancelling = useFundCancelling(what)
  const shown = useAmounts().amount(document.amount)
  const { cancellableUntil } = document
  const left = cancellableUntil === null ? 0 : cancellableUntil - now
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-2" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="min-w-0">{title}</span>
          <span className="figures font-semibold">{shown}</span>
        </p>
        <p className="figures text-sm text-ink-2">{when}</p>
        <div className="-mb-2 flex flex-wrap items-center justify-end gap-x-2 text-xs text-ink-3">
          <span className="figures min-h-5 min-w-0 flex-1 basis-36">
            {left > 0
              ? t('tab.cancelUntil', { left: format.countdown(left) })
              : t('tab.cancelOver')}
          </span>
          {cancellableUntil !== null && (
            <div className="-me-3">
              <CancelButton
                cancelling={cancelling}
                document={document}
                shown={shown}
                short={t('tab.cancel')}
                over={left <= 0}
              />
            </div>
          )}
        </div>
      </div>
    </li>
  )
}

export function LotRow({ lot }: { lot: FundLot }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  return (
    <PendingRow
      what="transfer"
      document={lot}
      icon={ArrowDownToLine}
      title={t('tab.lot')}
      when={t('tab.confirmsAt', { time: days.moment(lot.confirmsAt) })}
    />
  )
}

function RedemptionRow({ redemption }: { redemption: FundRedemption }) {
  const { t } = useTranslation('fund')
  const days = useDayText()
  return (
    <PendingRow
      what="withdrawal"
      document={redemption}
      icon={ArrowUpFromLine}
      title={t('tab.redemption')}
      when={t('tab.paidAt', { time: days.moment(redemption.paysAt) })}
    />
  )
}

function UnderReview({ deposits }: { deposits: readonly Deposit[] }) {
  const { t } = useTranslation('fund')
  const { amount } = useAmounts()
  const total = deposits.reduce((sum, deposit) => sum + deposit.amount, 0n)
  return (
    <li>
      <Link to={PATHS.deposits} className={navRowLook}>
        <NavRow
          icon={Hourglass}
          label={t('tab.underReview', { count: deposits.length })}
          state={<span className="figures font-semibold text-ink">{amount(total)}</span>}
          hint={t('tab.underReviewHint')}
        />
      </Link>
    </li>
  )
}
