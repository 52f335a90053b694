import { useTranslation } from 'react-i18next'
import { AccountHead, Facts, PayTo, When } from '#desk/facts.tsx'
import type { PayoutChange } from '#desk/queue-kinds.ts'
import { ListRow } from '#ui/list-row.tsx'

/** The current and the proposed data, one below the other, for the second operator to compare. */
export function ChangeDetail({ item }: { item: PayoutChange }) {
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
