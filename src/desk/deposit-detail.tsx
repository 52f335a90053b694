import { useTranslation } from 'react-i18next'
import { AccountHead, Decided, Facts, Second, When } from '#desk/facts.tsx'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
import type { Deposit } from '#desk/queue-kinds.ts'
import { useFormat } from '#i18n/format.ts'
import { ListRow } from '#ui/list-row.tsx'

export function DepositDetail({ item }: { item: Deposit }) {
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
