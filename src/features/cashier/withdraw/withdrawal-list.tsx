import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Withdrawal, WithdrawalResult } from '#contract/cashier.ts'
import { useDestination } from '#features/cashier/withdraw/destination.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { useLiveWithdrawal, useWithdrawalList } from '#features/cashier/lists.ts'
import { WithdrawalBadge } from '#features/cashier/status-badges.tsx'
import { WithdrawalDetail } from '#features/cashier/withdraw/withdrawal-detail.tsx'
import { useFormat } from '#i18n/format.ts'
import { DocumentRow } from '#ui/document-row.tsx'

interface Props {
  /** Null for all. */
  show: WithdrawalResult | null
  onOpen: (withdrawal: Withdrawal) => void
}

/** The user's withdrawals of one result or of all, updated live. */
export function WithdrawalList({ show, onOpen }: Props) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const destinationOf = useDestination()
  const list = useWithdrawalList(show)
  return (
    <DocumentList
      list={list}
      empty={{
        icon: ArrowUpFromLine,
        title: t(`withdraw.empty.${show ?? 'all'}`),
        // Another list may have some.
        hint: show === null ? t('withdraw.emptyHint') : undefined,
      }}
    >
      {(withdrawal) => (
        <DocumentRow
          title={destinationOf(withdrawal.destination)}
          time={format.dateTime(withdrawal.createdAt)}
          amount={format.money(withdrawal.amount)}
          badge={<WithdrawalBadge status={withdrawal.status} />}
          onOpen={() => onOpen(withdrawal)}
        />
      )}
    </DocumentList>
  )
}

interface LiveProps {
  withdrawal: Withdrawal
  open: boolean
  onClose: () => void
}

/** The sheet of one withdrawal, updated live. */
export function LiveWithdrawal({ withdrawal, open, onClose }: LiveProps) {
  return (
    <WithdrawalDetail withdrawal={useLiveWithdrawal(withdrawal)} open={open} onClose={onClose} />
  )
}
