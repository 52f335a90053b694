import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskVerification } from '#contract/endpoints/desk.ts'
import { AccountHead, Decided, Facts, When } from '#desk/facts.tsx'
import { Loaded } from '#desk/loaded.tsx'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
import type { Verification } from '#desk/queue-kinds.ts'
import { useFetched } from '#data/use-fetched.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

/** The data of the document next to its photos. Each opening is recorded as a view that the customer can see. */
export function VerificationDetail({ item }: { item: Verification }) {
  const { t } = useTranslation('desk')
  const { fetched, reload } = useFetched(() => call(deskVerification, { params: { id: item.id } }))
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Loaded fetched={fetched} onRetry={reload}>
        {(detail) => (
          <>
            {detail.sameDocument.length > 0 && (
              <Notice tone="bad">
                {t('sameDocument', { accounts: detail.sameDocument.join(', ') })}
              </Notice>
            )}
            <Facts>
              <ListRow label={t('fact.name')} value={detail.name} />
              <ListRow label={t('fact.idNumber')} value={detail.idNumber} />
              <ListRow label={t('fact.nationality')} value={detail.nationality} />
              <When label={t('fact.submittedAt')} at={detail.submittedAt} />
              <Decided {...item} />
            </Facts>
            <PhotoViewer
              id={detail.frontPhoto}
              label={t('photo.front')}
              open={item.status === 'verifying'}
            />
            <PhotoViewer
              id={detail.backPhoto}
              label={t('photo.back')}
              open={item.status === 'verifying'}
            />
          </>
        )}
      </Loaded>
    </>
  )
}
