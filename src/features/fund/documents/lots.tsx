import { ArrowDownToLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { pageLimit } from '#contract/endpoint.ts'
import { listFundLots } from '#contract/endpoints/fund.ts'
import type { FundLot } from '#contract/fund.ts'
import { money } from '#contract/scalars.ts'
import { mergeBy } from '#data/paged-list.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { type DocumentKind, failedStep, type Step, stepAt } from '#documents/document-kind.ts'
import { readPage } from '#documents/read-page.ts'
import { useFundCancelling } from '#features/fund/documents/cancelling.ts'
import { timeOrNone, FundDocuments, stepsToCome } from '#features/fund/documents/fund-documents.tsx'
import { usePending } from '#features/fund/lists.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { CsvColumn } from '#rules/csv.ts'
import type { BadgeTone } from '#ui/badge.tsx'

const STATUSES: Record<FundLot['status'], { stage: number; tone: BadgeTone }> = {
  pending: { stage: 0, tone: 'info' },
  confirmed: { stage: 1, tone: 'good' },
  redeemed: { stage: 2, tone: 'neutral' },
  cancelled: { stage: 2, tone: 'neutral' },
}
const stageOf = ({ status }: FundLot): number => STATUSES[status].stage

const lots = listKind<FundLot>(mergeBy(stageOf))

/** Transfers into the fund. Income has a list of its own. */
const readLots = (before: string | null) =>
  readPage(listFundLots, 'lots', before, { kind: 'transfer' })

/** Withdrawals use the oldest lots first, which are the last rows. So the pages after the newest are read again too. */
async function readOn(list: PagedList<FundLot>): Promise<void> {
  const oldest = BigInt(list.rows.at(-1)?.id ?? 0)
  let before: string | null = list.rows[pageLimit - 1]?.id ?? null
  while (before !== null && BigInt(before) > oldest) {
    const page: Awaited<ReturnType<typeof readLots>> = await readLots(before)
    if (!page.ok) return
    list.push(page.value.rows.filter(({ id }) => BigInt(id) >= oldest))
    before = page.value.next
  }
}

export function useLotList(): PagedList<FundLot> {
  const list = usePagedList(lots, { name: 'fund lots', read: readLots })
  return usePending(
    {
      ...list,
      refresh: () => {
        list.refresh()
        void readOn(list)
      },
    },
    (fund) => fund.pendingLots,
  )
}

type LotStepId = 'requested' | 'cutOff' | 'confirms' | 'confirmed' | 'redeemed' | 'cancelled'

/** Requested, cut-off, confirmed, withdrawn; or cancelled before its cut-off. */
export function lotSteps({ status, ...times }: FundLot, serverNow: number): Step<LotStepId>[] {
  const { createdAt, cancellableUntil, confirmsAt, confirmedAt, endedAt } = times
  const requested = stepAt('requested', createdAt)
  if (status === 'cancelled')
    return [requested, failedStep('cancelled', endedAt ?? cancellableUntil)]
  if (status === 'pending') {
    const next = { id: 'confirms', at: confirmsAt } as const
    return [requested, ...stepsToCome(cancellableUntil, next, serverNow)]
  }
  return [
    requested,
    stepAt('cutOff', cancellableUntil),
    stepAt('confirmed', confirmedAt ?? confirmsAt),
    ...(endedAt === null ? [] : [stepAt('redeemed', endedAt)]),
  ]
}

function useLotKind(): DocumentKind<FundLot, LotStepId> {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  return {
    icon: ArrowDownToLine,
    read: readLots,
    stageOf,
    titleOf: () => t('details.transfer.title'),
    // A partly withdrawn lot has its own label.
    badgeOf: ({ status, remaining, amount }) => ({
      tone: STATUSES[status].tone,
      text: t(
        `details.transfer.status.${status === 'confirmed' && remaining < amount ? 'partly' : status}`,
      ),
    }),
    steps: {
      label: t('details.transfer.steps'),
      of: lotSteps,
      nameOf: (id) => t(`details.transfer.step.${id}`),
    },
    rowsOf: (lot) => [
      [t('details.remaining'), format.money(lot.remaining)],
      [t('details.tradeDay'), days.long(lot.tradeDay)],
      [t('details.earnsFrom'), days.long(lot.confirmDay)],
      [t('details.number'), lot.id],
    ],
    renderNote: ({ status }) => (
      <p className="text-sm text-ink-2">{t(`details.transfer.note.${status}`)}</p>
    ),
    cancelling: useFundCancelling('transfer'),
    cancellableUntil: ({ status, cancellableUntil }) =>
      status === 'pending' ? cancellableUntil : null,
  }
}

function useLotColumns(): readonly CsvColumn<FundLot>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('details.remaining'), kind: 'number', of: (lot) => z.encode(money, lot.remaining) },
    {
      name: t('details.column.status'),
      kind: 'text',
      of: (lot) => t(`details.transfer.status.${lot.status}`),
    },
    { name: t('details.tradeDay'), kind: 'text', of: (lot) => lot.tradeDay },
    { name: t('details.earnsFrom'), kind: 'text', of: (lot) => lot.confirmDay },
    {
      name: t('details.transfer.step.confirmed'),
      kind: 'text',
      of: (lot) => timeOrNone(lot.confirmedAt),
    },
  ]
}

/** Lists every transfer into the fund and the part of it that is still there. `linked` is the number of one to open. */
export function LotList({ linked }: { linked: string | null }) {
  return (
    <FundDocuments
      what="transfer"
      kind={useLotKind()}
      list={useLotList()}
      columns={useLotColumns()}
      linked={linked}
    />
  )
}
