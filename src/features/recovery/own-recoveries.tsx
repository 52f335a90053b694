import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Loaded } from '#components/loaded.tsx'
import type { OwnRecovery } from '#contract/recovery.ts'
import { useOwnRecoveries } from '#features/recovery/own.ts'
import { RecoveryHelp } from '#features/recovery/recovery-help.tsx'
import { VetoButton } from '#features/recovery/veto-button.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Whether this account can be recovered, and who has asked for it. An approved recovery can be vetoed here. */
export function OwnRecoveries({ onVetoed }: { onVetoed: () => void }) {
  const { t } = useTranslation('recovery')
  const { fetched, reload } = useOwnRecoveries()
  return (
    <>
      <Possible />
      <Loaded data={fetched} onRetry={reload} compact>
        {({ recoveries }) =>
          recoveries.length === 0 ? (
            <p className="px-1 text-sm text-ink-2">{t('own.none')}</p>
          ) : (
            <ul aria-label={t('own.list')} className="flex flex-col gap-3">
              {recoveries.map((recovery) => (
                <li key={recovery.id}>
                  <Row recovery={recovery} onVetoed={onVetoed} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function Possible() {
  const { t } = useTranslation('recovery')
  const profile = useAtomValue(topicAtom('profile'))
  if (!('value' in profile)) return null
  if (profile.value.verification.status === 'verified')
    return <RecoveryHelp>{t('own.possible')}</RecoveryHelp>
  return (
    <div className="flex flex-col gap-3">
      <RecoveryHelp>{t('before')}</RecoveryHelp>
      <Link to={PATHS.verify} className={buttonLook({ block: true })}>
        {t('own.verify')}
      </Link>
    </div>
  )
}

function Row({ recovery, onVetoed }: { recovery: OwnRecovery; onVetoed: () => void }) {
  const { t } = useTranslation('recovery')
  const format = useFormat()
  const { id, lost, status, askedAt, readyAt, canVeto } = recovery
  return (
    <Card className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{t(`lost.${lost}`)}</span>
        <span className="text-sm text-ink-2">{t(`status.${status}`)}</span>
      </p>
      <p className="figures text-sm text-ink-2">
        {t('own.asked', { time: format.dateClock(askedAt) })}
      </p>
      {canVeto && readyAt !== null && (
        <p className="text-sm">{t('own.from', { time: format.dateClock(readyAt) })}</p>
      )}
      {canVeto && <VetoButton id={id} onVetoed={onVetoed} />}
    </Card>
  )
}
