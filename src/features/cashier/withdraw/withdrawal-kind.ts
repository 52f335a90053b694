/** Withdrawals as documents: their statuses, steps and details, and the list of them. */
import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Withdrawal, WithdrawalResult, WithdrawalStatus } from '#contract/cashier.ts'
import { listWithdrawals } from '#contract/endpoints/cashier.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import {
  type DetailRow,
  type DocumentKind,
  failedStep,
  type Step,
  stepAt,
} from '#documents/document-kind.ts'
import { readPage } from '#documents/read-page.ts'
import { useReviewedKind } from '#features/cashier/reviewed-kind.tsx'
import { useDestination } from '#features/cashier/names.ts'
import { useFormat } from '#i18n/use-format.ts'
import { topicAtom } from '#streams'
import type { BadgeTone } from '#ui/badge.tsx'

const STATUSES: Record<WithdrawalStatus, { stage: number; tone: BadgeTone }> = {
  requested: { stage: 0, tone: 'info' },
  review: { stage: 1, tone: 'info' },
  approved: { stage: 2, tone: 'info' },
  paying: { stage: 3, tone: 'info' },
  paid: { stage: 4, tone: 'good' },
  bounced: { stage: 4, tone: 'bad' },
  rejected: { stage: 4, tone: 'bad' },
  cancelled: { stage: 4, tone: 'neutral' },
}
const stageOf = ({ status }: Withdrawal): number => STATUSES[status].stage

const withdrawals = listKind<Withdrawal>(mergeBy(stageOf))

/** `show` is null for all withdrawals. */
const readWithdrawals = (before: string | null, show: WithdrawalResult | null = null) =>
  readPage(listWithdrawals, 'withdrawals', before, { ...(show && { show }) })

/** The withdrawals of one result, or of all if it is null, and those of any result that the stream knows. */
export function useWithdrawalList(show: WithdrawalResult | null): PagedList<Withdrawal> {
  const list = usePagedList(withdrawals, {
    name: show ?? '',
    read: (before) => readWithdrawals(before, show),
  })
  useLiveRows(list, topicAtom('withdrawals'), (rows) => rows)
  return list
}

type WithdrawalStepId = Exclude<WithdrawalStatus, 'paying' | 'paid'> | 'decided' | 'sent' | 'done'

/** Requested, in review, approved, sent, done; or the step at which it ended before. */
export function withdrawalSteps({ status, ...times }: Withdrawal): Step<WithdrawalStepId>[] {
  const { createdAt, reviewAt, decidedAt, sentAt, doneAt } = times
  const requested = stepAt('requested', createdAt, status === 'requested')
  const review = stepAt('review', reviewAt, status === 'review')
  if (status === 'cancelled' || status === 'rejected') {
    const end = failedStep(status, decidedAt)
    return reviewAt === null ? [requested, end] : [requested, review, end]
  }
  const isOpen = status === 'requested' || status === 'review'
  return [
    requested,
    review,
    stepAt(isOpen ? 'decided' : 'approved', decidedAt, status === 'approved'),
    stepAt('sent', sentAt, status === 'paying'),
    status === 'bounced' ? failedStep(status, doneAt) : stepAt('done', doneAt),
  ]
}

interface WithdrawalKind extends DocumentKind<Withdrawal, WithdrawalStepId> {
  /** The part of its rows that is known from the request on. */
  requestRows: (withdrawal: Withdrawal) => readonly DetailRow[]
}

export function useWithdrawalKind(): WithdrawalKind {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const { shared, stepsLabel, reviewRows } = useReviewedKind('withdrawal')
  const destinationOf = useDestination()
  const requestRows: WithdrawalKind['requestRows'] = ({ fee, net, destination }) => [
    [t('withdraw.fee'), format.money(fee)],
    [t('withdraw.net'), format.money(net)],
    [t('withdraw.destination'), destinationOf(destination)],
  ]
  return {
    ...shared,
    icon: ArrowUpFromLine,
    read: readWithdrawals,
    stageOf,
    titleOf: ({ destination }) => destinationOf(destination),
    badgeOf: ({ status }) => ({
      tone: STATUSES[status].tone,
      text: t(`withdraw.status.${status}`),
    }),
    steps: { label: stepsLabel, of: withdrawalSteps, nameOf: (id) => t(`withdraw.step.${id}`) },
    requestRows,
    rowsOf: (withdrawal) => [
      ...requestRows(withdrawal),
      [t('withdraw.number'), withdrawal.id],
      ...reviewRows(withdrawal),
    ],
    outcomeOf: ({ status, amount }) => {
      const text = { amount: format.money(amount) }
      if (status === 'bounced') return t('withdraw.refunded', text)
      const isReleased = status === 'rejected' || status === 'cancelled'
      return isReleased ? t('withdraw.released', text) : null
    },
  }
}
