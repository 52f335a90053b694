import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listRedemptions } from '#contract/endpoints/fund.ts'
import type { FundRedemption } from '#contract/fund.ts'
import { mergeBy } from '#data/paged-list.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { type DocumentKind, failedStep, type Step, stepAt } from '#documents/document-kind.ts'
import { readPage } from '#documents/read-page.ts'
import { useFundCancelling } from '#features/fund/documents/cancelling.ts'
import { FundDocuments, stepsToCome } from '#features/fund/documents/fund-documents.tsx'
import { usePending } from '#features/fund/lists.ts'
import { useDayText } from '#i18n/day-text.ts'
import { addDays } from '#rules/business-day.ts'
import type { CsvColumn } from '#rules/csv.ts'
import type { BadgeTone } from '#ui/badge.tsx'

const STATUSES: Record<FundRedemption['status'], { stage: number; tone: BadgeTone }> = {
  requested: { stage: 0, tone: 'info' },
  paid: { stage: 1, tone: 'good' },
  cancelled: { stage: 1, tone: 'neutral' },
}
const stageOf = ({ status }: FundRedemption): number => STATUSES[status].stage

const redemptions = listKind<FundRedemption>(mergeBy(stageOf))

const readRedemptions = (before: string | null) => readPage(listRedemptions, 'redemptions', before)

const useRedemptionList = (): PagedList<FundRedemption> =>
  usePending(
    usePagedList(redemptions, { name: 'fund redemptions', read: readRedemptions }),
    (fund) => fund.pendingRedemptions,
  )

type RedemptionStepId = 'requested' | 'cutOff' | 'pays' | 'paid' | 'cancelled'

/** Requested and paid, for the next day with the cut-off between; or cancelled before it. */
export function redemptionSteps(
  { status, ...times }: FundRedemption,
  serverNow: number,
): Step<RedemptionStepId>[] {
  const { createdAt, cancellableUntil, paysAt, endedAt } = times
  const requested = stepAt('requested', createdAt)
  if (status === 'cancelled') return [requested, failedStep(status, endedAt ?? createdAt)]
  const paid = stepAt('paid', endedAt ?? paysAt)
  if (cancellableUntil === null) return [requested, paid]
  if (status === 'paid') return [requested, stepAt('cutOff', cancellableUntil), paid]
  const next = { id: 'pays', at: paysAt } as const
  return [requested, ...stepsToCome(cancellableUntil, next, serverNow)]
}

function useRedemptionKind(): DocumentKind<FundRedemption, RedemptionStepId> {
  const { t } = useTranslation('fund')
  const days = useDayText()
  return {
    icon: ArrowUpFromLine,
    read: readRedemptions,
    stageOf,
    titleOf: ({ speed }) => t(`details.withdrawal.speed.${speed}`),
    sheetTitle: t('details.withdrawal.title'),
    badgeOf: ({ status }) => ({
      tone: STATUSES[status].tone,
      text: t(`details.withdrawal.status.${status}`),
    }),
    steps: {
      label: t('details.withdrawal.steps'),
      of: redemptionSteps,
      nameOf: (id) => t(`details.withdrawal.step.${id}`),
    },
    rowsOf: (redemption) => [
      [t('details.withdrawal.speedLabel'), t(`details.withdrawal.speed.${redemption.speed}`)],
      [t('details.tradeDay'), days.long(redemption.tradeDay)],
      [t('details.withdrawal.earnsUntil'), days.long(addDays(redemption.payDay, -1))],
      [t('details.number'), redemption.id],
    ],
    renderNote: ({ status, speed }) => (
      <p className="text-sm text-ink-2">
        {t(`details.withdrawal.note.${status === 'cancelled' ? status : speed}`)}
      </p>
    ),
    cancelling: useFundCancelling('withdrawal'),
    cancellableUntil: ({ status, cancellableUntil }) =>
      status === 'requested' ? cancellableUntil : null,
  }
}

function useRedemptionColumns(): readonly CsvColumn<FundRedemption>[] {
  const { t } = useTranslation('fund')
  return [
    {
      name: t('details.withdrawal.speedLabel'),
      kind: 'text',
      of: (one) => t(`details.withdrawal.speed.${one.speed}`),
    },
    {
      name: t('details.column.status'),
      kind: 'text',
      of: (one) => t(`details.withdrawal.status.${one.status}`),
    },
    { name: t('details.tradeDay'), kind: 'text', of: (one) => one.tradeDay },
    { name: t('details.withdrawal.payDay'), kind: 'text', of: (one) => one.payDay },
  ]
}

/** Lists every withdrawal from the fund. `linked` is the number of one to open. */
export function RedemptionList({ linked }: { linked: string | null }) {
  return (
    <FundDocuments
      what="withdrawal"
      kind={useRedemptionKind()}
      list={useRedemptionList()}
      columns={useRedemptionColumns()}
      linked={linked}
    />
  )
}
