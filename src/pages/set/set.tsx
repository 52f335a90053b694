import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { loggedInAtom, memberAtom } from '#api/session.ts'
import { SafetyWordSection } from '#features/messages/safety-word-section.tsx'
import { LimitsLink } from '#features/limits/limits-link.tsx'
import { EndsSection } from '#features/security/ends-section.tsx'
import { RecoverySection } from '#features/recovery/recovery-section.tsx'
import { SecuritySection } from '#features/security/security-section.tsx'
import { DeviceSection } from '#features/settings/device-section.tsx'
import { LogOut } from '#features/settings/log-out.tsx'
import { LookSection } from '#features/settings/look-section.tsx'
import { MailSection } from '#features/settings/mail-section.tsx'
import { NoticesSection } from '#features/settings/notices-section.tsx'
import { PushSection } from '#features/settings/push-section.tsx'
import { PasswordNotice } from '#features/settings/password-notice.tsx'
import { GuideAgain } from '#features/ticket/guide/guide-again.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { PATHS, readSecuritySheet, SAFETY_WORD_SHEET } from '#lib/paths.ts'

/** Two columns on a large screen. */
const PAGE =
  'flex flex-col gap-5 px-4 pt-1 three:grid three:grid-cols-2 three:items-start three:[&>*]:min-w-0'
const PART = 'flex flex-col gap-5'

/** All settings: appearance, the account's protection, and the data on this device. */
export function SettingsPage() {
  const loggedIn = useAtomValue(loggedInAtom)
  const member = useAtomValue(memberAtom)
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const open = readSecuritySheet(query.get('open'))
  useLogInAtHand()
  return (
    <div className={PAGE}>
      <div className={PART}>
        {member && (
          <SecuritySection
            open={open}
            onOpen={(sheet) => setQuery(sheet === null ? {} : { open: sheet }, { replace: true })}
          />
        )}
        {member && (
          <SafetyWordSection
            open={query.get('open') === SAFETY_WORD_SHEET}
            onOpen={(next) => setQuery(next ? { open: SAFETY_WORD_SHEET } : {}, { replace: true })}
          />
        )}
        {member && <RecoverySection />}
        {member && <LimitsLink />}
        {loggedIn && <GuideAgain />}
        {member && <PasswordNotice />}
        {!member && <LookSection />}
      </div>
      <div className={PART}>
        {member && <LookSection />}
        <NoticesSection />
        {member && <PushSection />}
        {member && (
          <EndsSection
            asked={query.get('open')}
            onOpen={(sheet) => setQuery(sheet === null ? {} : { open: sheet }, { replace: true })}
            onLocked={() => void navigate(PATHS.login)}
          />
        )}
        {member && <MailSection />}
        <DeviceSection onCleared={() => void navigate(PATHS.login)} />
        {loggedIn ? <LogOut onDone={() => void navigate(PATHS.login)} /> : <LogInOrRegister />}
      </div>
    </div>
  )
}

/**
 * Clearing the cache ends at the log-in, even without a network. So the log-in's code and texts are loaded in advance.
 */
function useLogInAtHand(): void {
  const { i18n } = useTranslation()
  useEffect(() => {
    const texts = i18n.loadNamespaces(['identity', 'errors'])
    void Promise.allSettled([import('../login/login.tsx'), texts])
  }, [i18n])
}
