import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Loaded } from '#components/loaded.tsx'
import { deskRecoveryView } from '#contract/endpoints/desk-recovery.ts'
import {
  type DeskRecovery,
  type DeskRecoveryDetail,
  type RecoveryPicture,
  recoveryPicture,
} from '#contract/recovery.ts'
import { useFetched } from '#data/use-fetched.ts'
import { AccountHead, Decided, Facts, When } from '#desk/facts.tsx'
import { OpenPhoto, PhotoViewer, pictureSource } from '#desk/photo-viewer.tsx'
import type { OnSeen } from '#desk/use-seen.ts'
import { countryName } from '#i18n/countries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  item: DeskRecovery
  onSeen: OnSeen
}

/**
 * The verified identity and its photos beside the two new pictures. Each opening is recorded as a view that the
 * customer can see.
 */
export function RecoveryDetail({ item, onSeen }: Props) {
  const { fetched, reload } = useFetched(() => call(deskRecoveryView, { params: { id: item.id } }))
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Warnings item={item} />
      <Loaded data={fetched} onRetry={reload}>
        {(detail) => (
          <>
            <Identity item={item} detail={detail} />
            <Pictures detail={detail} onSeen={onSeen} />
            <Others others={detail.others} />
          </>
        )}
      </Loaded>
    </>
  )
}

/** A further attempt, and the first operator's proposal. */
function Warnings({ item: { earlierVetoes, proposal, status } }: { item: DeskRecovery }) {
  const { t } = useTranslation('desk')
  return (
    <>
      {earlierVetoes > 0 && (
        <Notice tone="bad">{t('recovery.earlier', { count: earlierVetoes })}</Notice>
      )}
      {status === 'review' && (
        <Notice tone="info">
          {proposal === null
            ? t('recovery.two')
            : t('second.waits', { name: proposal.by, step: t('steps.approve') })}
        </Notice>
      )}
    </>
  )
}

function Identity({ item, detail }: { item: DeskRecovery; detail: DeskRecoveryDetail }) {
  const { t, i18n } = useTranslation('desk')
  const { askedAt, decideBy, status, readyAt, endedAt, vetoedBy } = item
  return (
    <Facts>
      <ListRow label={t('recovery.lostWhat')} value={t(`recovery.lost.${item.lost}`)} />
      <ListRow label={t('fact.name')} value={detail.name} />
      <ListRow label={t('fact.idNumber')} value={detail.idNumber} />
      <ListRow
        label={t('fact.nationality')}
        value={countryName(i18n.language, detail.nationality)}
      />
      <When label={t('recovery.verifiedAt')} at={detail.verifiedAt} />
      <When label={t('recovery.askedAt')} at={askedAt} />
      {status === 'review' && <When label={t('recovery.decideBy')} at={decideBy} />}
      <Decided {...item} reviewer={item.decidedBy} />
      <When label={t('recovery.readyAt')} at={readyAt} />
      <When label={t('recovery.endedAt')} at={endedAt} />
      {vetoedBy !== null && (
        <ListRow label={t('recovery.vetoedBy')} value={t(`recovery.veto.${vetoedBy}`)} />
      )}
      {detail.locked && <ListRow label={t('recovery.account')} value={t('recovery.locked')} />}
    </Facts>
  )
}

interface PicturesProps {
  detail: DeskRecoveryDetail
  onSeen: OnSeen
}

/** Two columns, so that the same side is compared at one height. */
function Pictures({ detail, onSeen }: PicturesProps) {
  const { t } = useTranslation('desk')
  const { id, frontPhoto, backPhoto, pictures } = detail
  const seen = useEffectEvent(onSeen)
  const isGone = frontPhoto === null
  // A photo that is no longer stored cannot be looked at. Name and number are then all there is.
  useEffect(() => {
    if (isGone) seen('front')
  }, [isGone])
  const taken = (picture: RecoveryPicture) => (
    <OpenPhoto
      key={picture}
      source={pictures[picture] ? pictureSource(id, picture) : null}
      label={t(`recovery.picture.${picture}`)}
      onShown={() => onSeen(picture)}
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <section aria-label={t('recovery.verified')} className="flex min-w-0 flex-col gap-4">
        <h3 className="font-semibold">{t('recovery.verified')}</h3>
        <PhotoViewer
          id={frontPhoto}
          label={t('photo.front')}
          open={false}
          onShown={() => onSeen('front')}
        />
        <PhotoViewer id={backPhoto} label={t('photo.back')} open={false} />
      </section>
      <section aria-label={t('recovery.taken')} className="flex min-w-0 flex-col gap-4">
        <h3 className="font-semibold">{t('recovery.taken')}</h3>
        {recoveryPicture.options.map(taken)}
      </section>
    </div>
  )
}

function Others({ others }: Pick<DeskRecoveryDetail, 'others'>) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  if (others.length === 0) return null
  return (
    <section aria-label={t('recovery.others')}>
      <h3 className="font-semibold">{t('recovery.others')}</h3>
      <ul className="text-sm text-ink-2">
        {others.map(({ id, lost, status, askedAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-1">
            <span>{t(`recovery.lost.${lost}`)}</span>
            <span className="figures">{`${format.dateTime(askedAt)} · ${t(`status.${status}`)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
