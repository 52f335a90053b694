import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import * as rows from '#contract/endpoints/desk-session.ts'
import { PasskeysSheet, type RemovalProps } from '#features/security/passkeys-sheet.tsx'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import type { PasskeyCalls } from '#features/security/use-passkey-making.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useFetched } from '#data/use-fetched.ts'

const CALLS: PasskeyCalls = {
  start: (password) => call(rows.startDeskPasskey, { body: { password } }),
  keep: (body) => call(rows.addDeskPasskey, { body }),
}

function Removal({ id, onDone }: RemovalProps) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  return (
    <PasswordAsk
      submitLabel={t('passkeys.remove')}
      variant="danger"
      send={(password) => call(rows.removeDeskPasskey, { params: { id }, body: { password } })}
      onAccepted={() => {
        toast({ tone: 'good', text: t('passkeys.removed') })
        onDone()
      }}
    />
  )
}

/** The operator's own passkeys. Each replaces a code at the log-in. */
export function DeskPasskeys({ onClose }: { onClose: () => void }) {
  const { fetched, reload } = useFetched(() => call(rows.deskPasskeys, {}))
  if (fetched.status !== 'ready') return null
  // An operator's passkey is removed at once. An operator who lost their passkeys is enrolled again on the command
  // line.
  const passkeys = fetched.value.passkeys.map((passkey) => ({ ...passkey, removalAt: null }))
  return (
    <PasskeysSheet
      open
      onClose={onClose}
      passkeys={passkeys}
      calls={CALLS}
      removal={Removal}
      onChanged={reload}
    />
  )
}
