import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskWithdrawal } from '#contract/endpoints/desk.ts'
import { AccountHead, Decided, Facts, PayTo, Second, When } from '#desk/facts.tsx'
import { Loaded } from '#desk/loaded.tsx'
import type { Withdrawal } from '#desk/queue-kinds.ts'
import { useFormat } from '#i18n/format.ts'
import { useFetched } from '#data/use-fetched.ts'
import { ListRow } from '#ui/list-row.tsx'

/** Includes the full payment details. Each opening is recorded as a view that the customer can see. */
export function WithdrawalDetail({ item }: { item: Withdrawal }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { fetched, reload } = useFetched(() => call(deskWithdrawal, { params: { id: item.id } }))
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Second {...item} />
      <Facts>
        <ListRow label={t('fact.net')} value={format.money(item.net)} />
        <ListRow
          label={t('fact.amount')}
          value={format.money(item.amount)}
          hint={t('fact.fee', { fee: format.money(item.fee) })}
        />
        <ListRow label={t('fact.document')} value={item.id} />
        <When label={t('fact.submittedAt')} at={item.createdAt} />
        <When label={t('fact.reviewAt')} at={item.reviewAt} />
        <When label={t('fact.sentAt')} at={item.sentAt} />
        <When label={t('fact.doneAt')} at={item.doneAt} />
        <Decided {...item} />
      </Facts>
      <h3 className="font-semibold">{t('payTo')}</h3>
      <Loaded fetched={fetched} onRetry={reload}>
        {({ payTo }) => (
          <Facts>
            <PayTo form={payTo} />
          </Facts>
        )}
      </Loaded>
    </>
  )
}
