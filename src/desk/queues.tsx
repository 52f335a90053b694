import { useTranslation } from 'react-i18next'
import type { DeskRoute } from '#desk/desk-route.ts'
import {
  ChangeDetail,
  DepositDetail,
  VerificationDetail,
  WithdrawalDetail,
} from '#desk/details.tsx'
import { StatusBadge } from '#desk/facts.tsx'
import { useAccountText, useMethodText } from '#desk/item-text.ts'
import {
  type Deposit,
  DEPOSITS,
  type DocumentStatus,
  PAYOUT_CHANGES,
  type PayoutChange,
  type Verification,
  VERIFICATIONS,
  type Withdrawal,
  WITHDRAWALS,
} from '#desk/queue-kinds.ts'
import { QueueView } from '#desk/queue-view.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { countryName } from '#i18n/countries.ts'
import { isolated } from '#rules/deceptive-text.ts'

export interface QueueProps {
  me: string
  revision: number
  route: DeskRoute
}

interface LineProps {
  title: string
  status: DocumentStatus
  at: number
  extra: string
}

export function Line({ title, status, at, extra }: LineProps) {
  const format = useFormat()
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-semibold">{title}</span>
        <StatusBadge status={status} />
      </span>
      <span className="figures flex items-center justify-between gap-2 text-sm text-ink-2">
        <span className="min-w-0 truncate">{extra}</span>
        <time className="shrink-0 text-xs">{format.dateTime(at)}</time>
      </span>
    </>
  )
}

function VerificationRow({ item }: { item: Verification }) {
  const { i18n } = useTranslation()
  const extra = countryName(i18n.language, item.nationality)
  return <Line {...item} title={item.account} at={item.submittedAt} extra={extra} />
}
export const VerificationQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={VERIFICATIONS}
    words={useAccountText()}
    Row={VerificationRow}
    Detail={VerificationDetail}
  />
)

function DepositRow({ item }: { item: Deposit }) {
  const format = useFormat()
  const methodText = useMethodText()
  const extra = `${format.money(item.amount)} · ${methodText(item.method)}`
  return <Line {...item} title={item.account} at={item.createdAt} extra={extra} />
}
export const DepositQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={DEPOSITS}
    words={useAccountText()}
    Row={DepositRow}
    Detail={DepositDetail}
  />
)

function WithdrawalRow({ item }: { item: Withdrawal }) {
  const format = useFormat()
  const extra = `${format.money(item.amount)} · ${isolated(item.destination.bank)}`
  return <Line {...item} title={item.account} at={item.createdAt} extra={extra} />
}
export const WithdrawalQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={WITHDRAWALS}
    words={useAccountText()}
    Row={WithdrawalRow}
    Detail={WithdrawalDetail}
  />
)

function ChangeRow({ item }: { item: PayoutChange }) {
  const { t } = useTranslation('desk')
  return (
    <Line
      {...item}
      title={item.account}
      at={item.proposedAt}
      extra={t('by', { name: item.proposedBy })}
    />
  )
}
export const ChangeQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={PAYOUT_CHANGES}
    words={useAccountText()}
    Row={ChangeRow}
    Detail={ChangeDetail}
  />
)
