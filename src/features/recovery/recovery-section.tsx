import { useAtomValue } from 'jotai'
import { LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { recoveryPath } from '#lib/recovery-path.ts'
import { topicAtom } from '#streams'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** In the settings: whether a lost password could be replaced, which needs verified documents. */
export function RecoverySection() {
  const { t } = useTranslation('recovery')
  const profile = useAtomValue(topicAtom('profile'))
  const status = 'value' in profile ? profile.value.verification.status : null
  const state = t(status === 'verified' ? 'own.yes' : 'own.no')
  return (
    <Section title={t('own.title')} note={t('before')}>
      <Link to={recoveryPath('own')} className={navRowLook}>
        <NavRow
          icon={LifeBuoy}
          label={t('own.title')}
          state={status === null ? <Skeleton className="h-4 w-16" /> : state}
        />
      </Link>
    </Section>
  )
}
