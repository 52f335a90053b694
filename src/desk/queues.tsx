import { useTranslation } from 'react-i18next'
import type { DeskRoute } from '#desk/desk-route.ts'
import { AccountHead, Decided, Facts, PayTo, Second, StatusBadge, When } from '#desk/facts.tsx'
import { useAccountWords } from '#desk/item-words.ts'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
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
import { VerificationDetail } from '#desk/verification-detail.tsx'
import { WithdrawalDetail } from '#desk/withdrawal-detail.tsx'
import { useFormat } from '#i18n/format.ts'
import { isolated } from '#rules/deceptive-text.ts'
import { ListRow } from '#ui/list-row.tsx'

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

const VerificationRow = ({ item }: { item: Verification }) => (
  <Line {...item} title={item.account} at={item.submittedAt} extra={item.nationality} />
)
export const VerificationQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={VERIFICATIONS}
    words={useAccountWords()}
    Row={VerificationRow}
    Detail={VerificationDetail}
  />
)

function DepositDetail({ item }: { item: Deposit }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Second {...item} />
      <Facts>
        <ListRow label={t('fact.amount')} value={format.money(item.amount)} />
        <ListRow label={t('fact.method')} value={item.method} />
        <ListRow label={t('fact.document')} value={item.id} />
        <When label={t('fact.submittedAt')} at={item.createdAt} />
        <When label={t('fact.reviewAt')} at={item.reviewAt} />
        <Decided {...item} />
      </Facts>
      {item.proof !== null && (
        <PhotoViewer id={item.proof} label={t('photo.proof')} open={item.decidedAt === null} />
      )}
    </>
  )
}

function DepositRow({ item }: { item: Deposit }) {
  const format = useFormat()
  const extra = `${format.money(item.amount)} · ${item.method}`
  return <Line {...item} title={item.account} at={item.createdAt} extra={extra} />
}
export const DepositQueue = (props: QueueProps) => (
  <QueueView
    {...props}
    kind={DEPOSITS}
    words={useAccountWords()}
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
    words={useAccountWords()}
    Row={WithdrawalRow}
    Detail={WithdrawalDetail}
  />
)

/** The current and the proposed data, one below the other, for the second operator to compare. */
function ChangeDetail({ item }: { item: PayoutChange }) {
  const { t } = useTranslation('desk')
  const { current } = item
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Facts>
        <ListRow label={t('fact.why')} value={item.why} />
        <ListRow label={t('fact.proposedBy')} value={item.proposedBy} />
        <When label={t('fact.submittedAt')} at={item.proposedAt} />
        {item.decidedBy !== null && <ListRow label={t('fact.reviewer')} value={item.decidedBy} />}
        <When label={t('fact.decidedAt')} at={item.decidedAt} />
      </Facts>
      <h3 className="font-semibold">{t('change.proposed')}</h3>
      <Facts>
        <PayTo form={item.proposed} />
      </Facts>
      <h3 className="font-semibold">{t('change.current')}</h3>
      {current === null ? (
        <p className="text-sm text-ink-2">{t('change.none')}</p>
      ) : (
        <Facts>
          <ListRow label={t('fact.holder')} value={current.holder} />
          <ListRow label={t('fact.bank')} value={current.bank} />
          <ListRow label={t('fact.number')} value={current.number} />
        </Facts>
      )}
      <p className="text-sm text-ink-2">{t('change.hold')}</p>
    </>
  )
}

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
    words={useAccountWords()}
    Row={ChangeRow}
    Detail={ChangeDetail}
  />
)
