import { call } from '#api/call.ts'
import * as rows from '#contract/endpoints/desk-session.ts'
import { PasskeysSheet } from '#features/security/passkeys-sheet.tsx'
import type { PasskeyCalls } from '#features/security/use-passkey-making.ts'
import { useFetched } from '#lib/use-fetched.ts'

const CALLS: PasskeyCalls = {
  start: (password) => call(rows.startDeskPasskey, { body: { password } }),
  keep: (body) => call(rows.addDeskPasskey, { body }),
  remove: (id, password) => call(rows.removeDeskPasskey, { params: { id }, body: { password } }),
}

/** The operator's own passkeys, each as good as a code at the log-in. */
export function DeskPasskeys({ onClose }: { onClose: () => void }) {
  const { fetched, reload } = useFetched(() => call(rows.deskPasskeys, {}))
  if (fetched.status !== 'ready') return null
  const { passkeys } = fetched.value
  return (
    <PasskeysSheet
      open
      onOpenChange={onClose}
      passkeys={passkeys}
      calls={CALLS}
      onChanged={reload}
    />
  )
}
