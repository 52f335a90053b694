import { useAtomValue } from 'jotai'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { memberAtom } from '#api/session.ts'
import { AskRecovery } from '#features/recovery/ask-recovery.tsx'
import { FollowRecovery } from '#features/recovery/follow-recovery.tsx'
import { OwnRecoveries } from '#features/recovery/own-recoveries.tsx'
import { VetoByWord } from '#features/recovery/veto-by-word.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import { PATHS } from '#lib/paths.ts'
import { readRecoveryPart, type RecoveryPart, recoveryPath } from '#lib/recovery-path.ts'

const LINK = 'inline-flex min-h-touch items-center text-sm font-medium text-brand-strong'

/** Account recovery: for someone who cannot log in, and for the account's own devices. */
export function RecoveryPage() {
  const [query] = useSearchParams()
  const part = readRecoveryPart(query.get('part'))
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      <Part part={part} />
      {part !== 'own' && <Others part={part} />}
    </div>
  )
}

function Part({ part }: { part: RecoveryPart }) {
  const navigate = useNavigate()
  switch (part) {
    case 'ask':
      return <AskRecovery onDone={() => void navigate(recoveryPath('follow'), { replace: true })} />
    case 'follow':
      return <FollowRecovery />
    case 'veto':
      return <VetoByWord />
    case 'own':
      return <Own />
  }
}

function Own() {
  const { t } = useTranslation('recovery')
  const member = useAtomValue(memberAtom)
  const navigate = useNavigate()
  if (!member) return <Visitor icon={KeyRound} title={t('own.visitor')} hint={t('own.none')} />
  return <OwnRecoveries onVetoed={() => void navigate(PATHS.login, { replace: true })} />
}

/** The other ways that need no log-in. */
function Others({ part }: { part: RecoveryPart }) {
  const { t } = useTranslation('recovery')
  const others = (['ask', 'follow', 'veto'] as const).filter((other) => other !== part)
  return (
    <nav aria-label={t('others')} className="flex flex-col items-start">
      {others.map((other) => (
        <Link key={other} to={recoveryPath(other)} className={LINK}>
          {t(`links.${other}`)}
        </Link>
      ))}
    </nav>
  )
}
