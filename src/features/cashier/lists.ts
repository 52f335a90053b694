/** Deposits and withdrawals as paged lists with live updates. */
import { useAtomValue } from 'jotai'
import type { Deposit, DepositStatus, Withdrawal, WithdrawalResult } from '#contract/cashier.ts'
import { listDeposits, listWithdrawals } from '#contract/endpoints/cashier.ts'
import { newestOf, readPage } from '#documents/read-page.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { topicAtom } from '#streams'

const DEPOSIT_STAGES: Record<DepositStatus, number> = {
  submitted: 0,
  review: 1,
  approved: 2,
  rejected: 2,
  cancelled: 2,
}
const WITHDRAWAL_STAGES: Record<Withdrawal['status'], number> = {
  requested: 0,
  review: 1,
  approved: 2,
  paying: 3,
  paid: 4,
  bounced: 4,
  rejected: 4,
  cancelled: 4,
}

export const depositStage = ({ status }: Deposit): number => DEPOSIT_STAGES[status]
const withdrawalStage = ({ status }: Withdrawal): number => WITHDRAWAL_STAGES[status]

const deposits = listKind<Deposit>(mergeBy(depositStage))
const withdrawals = listKind<Withdrawal>(mergeBy(withdrawalStage))

/** A row whose status changed is removed from a list that it no longer belongs to. */
const onlyThose = <T>(list: PagedList<T>, belongs: (row: T) => boolean): PagedList<T> => {
  const rows = list.rows.filter(belongs)
  if (rows.length > 0 || list.status !== 'filled') return { ...list, rows }
  return { ...list, rows, status: list.tail === 'loading' ? 'loading' : 'empty' }
}

/** `status` is null for all deposits. */
export const readDeposits = (before: string | null, status: DepositStatus | null = null) =>
  readPage(listDeposits, 'deposits', before, { ...(status && { status }) })

/** `show` is null for all withdrawals. */
export const readWithdrawals = (before: string | null, show: WithdrawalResult | null = null) =>
  readPage(listWithdrawals, 'withdrawals', before, { ...(show && { show }) })

export function useDepositList(status: DepositStatus | null): PagedList<Deposit> {
  const list = usePagedList(deposits, {
    name: `deposits ${status ?? ''}`,
    read: (before) => readDeposits(before, status),
  })
  useLiveRows(list, topicAtom('deposits'), (rows) => rows)
  return onlyThose(list, (row) => status === null || row.status === status)
}

/** `show` is null for all withdrawals. */
export function useWithdrawalList(show: WithdrawalResult | null): PagedList<Withdrawal> {
  const list = usePagedList(withdrawals, {
    name: `withdrawals ${show ?? ''}`,
    read: (before) => readWithdrawals(before, show),
  })
  useLiveRows(list, topicAtom('withdrawals'), (rows) => rows)
  return onlyThose(list, (row) => show === null || withdrawalResultOf(row.status) === show)
}

/** The withdrawal as it is now. */
export function useLiveWithdrawal(withdrawal: Withdrawal): Withdrawal {
  const live = useAtomValue(topicAtom('withdrawals'))
  return newestOf(withdrawal, 'value' in live ? live.value : [], withdrawalStage)
}
