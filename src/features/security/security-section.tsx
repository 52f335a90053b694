import { Fingerprint, History, LogIn, MonitorSmartphone, ShieldCheck } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Factors } from '#contract/profile.ts'
import { AtLogInSheet } from '#features/security/at-log-in-sheet.tsx'
import { DevicesSheet } from '#features/security/devices-sheet.tsx'
import { LogInsSheet } from '#features/security/log-ins-sheet.tsx'
import { PasskeysSheet } from '#features/security/passkeys-sheet.tsx'
import { methodsOf } from '#features/security/second-factor-prompt.tsx'
import { TotpSheet } from '#features/security/totp-sheet.tsx'
import type { SecuritySheet } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Which sheet is open; the page keeps it in its address. */
  open: SecuritySheet | null
  onOpen: (sheet: SecuritySheet | null) => void
}

const ICONS = {
  factors: ShieldCheck,
  passkeys: Fingerprint,
  atLogIn: LogIn,
  devices: MonitorSmartphone,
  logIns: History,
} as const
const TITLES = {
  factors: 'totp.title',
  passkeys: 'passkeys.title',
  atLogIn: 'atLogIn.title',
  devices: 'devices.title',
  logIns: 'logIns.title',
} as const
const SHEETS: readonly SecuritySheet[] = ['factors', 'passkeys', 'atLogIn', 'devices', 'logIns']

/** The account's protection: second factors, signed-in devices, and the history of log-ins. */
export function SecuritySection({ open, onOpen }: Props) {
  const { t } = useTranslation('security')
  const profile = useAtomValue(topicAtom('profile'))
  const factors = 'value' in profile ? profile.value.factors : null
  const guarded = factors !== null && methodsOf(factors).length > 0
  // Without a factor there is nothing to require.
  const sheets = SHEETS.filter((which) => which !== 'atLogIn' || guarded)
  const sheet = (which: SecuritySheet) => ({
    open: open === which,
    onClose: () => onOpen(null),
  })
  return (
    <>
      <Section title={t('title')} note={t('factors.required')}>
        {sheets.map((which) => (
          <button
            key={which}
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(which)}
            className={navRowLook}
          >
            <NavRow
              icon={ICONS[which]}
              label={t(TITLES[which])}
              state={<RowState sheet={which} factors={factors} />}
            />
          </button>
        ))}
      </Section>
      {factors !== null && <TotpSheet {...sheet('factors')} factors={factors} />}
      {factors !== null && <PasskeysSheet {...sheet('passkeys')} passkeys={factors.passkeys} />}
      {guarded && <AtLogInSheet {...sheet('atLogIn')} factors={factors} />}
      <DevicesSheet {...sheet('devices')} />
      <LogInsSheet {...sheet('logIns')} />
    </>
  )
}

function RowState({ sheet, factors }: { sheet: SecuritySheet; factors: Factors | null }) {
  const { t } = useTranslation('security')
  if (sheet === 'devices' || sheet === 'logIns') return null
  if (factors === null) return <Skeleton className="h-4 w-10" />
  const count = factors.passkeys.length
  const texts = {
    factors: t(factors.totp ? 'state.on' : 'state.off'),
    atLogIn: t(factors.atLogIn ? 'state.on' : 'state.off'),
    passkeys: count === 0 ? t('state.none') : t('state.passkeys', { count }),
  }
  return <span>{texts[sheet]}</span>
}
