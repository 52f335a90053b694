/** Deposits as documents: their statuses, steps and details, and the list of them. */
import { ArrowDownToLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Deposit, DepositMethod, DepositStatus } from '#contract/cashier.ts'
import { listDeposits } from '#contract/endpoints/cashier.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { type DocumentKind, failedStep, type Step, stepAt } from '#documents/document-kind.ts'
import { readPage } from '#documents/read-page.ts'
import { useMethodName } from '#features/cashier/names.ts'
import { useReviewedKind } from '#features/cashier/reviewed-kind.tsx'
import { topicAtom } from '#streams'
import type { BadgeTone } from '#ui/badge.tsx'

const STATUSES: Record<DepositStatus, { stage: number; tone: BadgeTone }> = {
  submitted: { stage: 0, tone: 'info' },
  review: { stage: 1, tone: 'info' },
  approved: { stage: 2, tone: 'good' },
  rejected: { stage: 2, tone: 'bad' },
  cancelled: { stage: 2, tone: 'neutral' },
}
const stageOf = ({ status }: Deposit): number => STATUSES[status].stage

const deposits = listKind<Deposit>(mergeBy(stageOf))

/** `status` is null for all deposits. */
const readDeposits = (before: string | null, status: DepositStatus | null = null) =>
  readPage(listDeposits, 'deposits', before, { ...(status && { status }) })

/** The deposits of one status, or of all if it is null, and those of any status that the stream knows. */
export function useDepositList(status: DepositStatus | null): PagedList<Deposit> {
  const list = usePagedList(deposits, {
    name: status ?? '',
    read: (before) => readDeposits(before, status),
  })
  useLiveRows(list, topicAtom('deposits'), (rows) => rows)
  return list
}

type DepositStepId = DepositStatus | 'ahead'

/** The final step is called `ahead` while it has not happened. */
export function depositSteps({ status, ...times }: Deposit): Step<DepositStepId>[] {
  const { createdAt, reviewAt, decidedAt } = times
  const submitted = stepAt('submitted', createdAt, status === 'submitted')
  const review = stepAt('review', reviewAt, status === 'review')
  if (status === 'submitted' || status === 'review')
    return [submitted, review, stepAt('ahead', null)]
  const end = status === 'approved' ? stepAt(status, decidedAt) : failedStep(status, decidedAt)
  return reviewAt === null ? [submitted, end] : [submitted, review, end]
}

const proofText = ({ hasProof, proofExpired }: Deposit) => {
  if (proofExpired === true) return 'proofExpired'
  return hasProof ? 'proofYes' : 'proofNo'
}

/** `methods` are the methods by whose names deposits are listed. */
export function useDepositKind(
  methods: readonly DepositMethod[],
): DocumentKind<Deposit, DepositStepId> {
  const { t } = useTranslation('cashier')
  const { shared, stepsLabel, reviewRows } = useReviewedKind('deposit')
  const nameOf = useMethodName(methods)
  return {
    ...shared,
    icon: ArrowDownToLine,
    read: readDeposits,
    stageOf,
    titleOf: ({ method }) => nameOf(method),
    badgeOf: ({ status }) => ({
      tone: STATUSES[status].tone,
      text: t(`deposit.status.${status}`),
    }),
    steps: { label: stepsLabel, of: depositSteps, nameOf: (id) => t(`deposit.step.${id}`) },
    rowsOf: (deposit) => [
      [t('deposit.number'), deposit.id],
      [t('deposit.hasProof'), t(`deposit.${proofText(deposit)}`)],
      ...reviewRows(deposit),
    ],
  }
}
