import { useSetAtom } from 'jotai'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factors } from '#contract/profile.ts'
import { PasskeyAdding } from '#features/security/passkey-adding.tsx'
import { type PasskeyCalls, USER_PASSKEYS } from '#features/security/use-passkey-making.ts'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import { useFormat } from '#i18n/format.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { useServerMinute } from '#lib/use-server-now.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { UserText } from '#ui/user-text.tsx'
import { isolated } from '#rules/deceptive-text.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  passkeys: Factors['passkeys']
  /** Default: the user's. */
  calls?: PasskeyCalls
  /** One was added or removed; a user's arrive by themselves. */
  onChanged?: () => void
}

/** Passkeys by name, each with a way to remove it, and a way to add one. */
export function PasskeysSheet(props: Props) {
  const { open, onOpenChange, passkeys, calls = USER_PASSKEYS, onChanged = () => undefined } = props
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('security:passkeys.title')}
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4 py-2">
        <p className="text-sm text-ink-2">{t('security:passkeys.lead')}</p>
        {passkeys.length === 0 ? (
          <Notice tone="info">{t('security:factors.required')}</Notice>
        ) : (
          <ul className="flex flex-col gap-2">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <Passkey passkey={passkey} calls={calls} onChanged={onChanged} />
              </li>
            ))}
          </ul>
        )}
        <PasskeyAdding calls={calls} onAdded={onChanged} />
      </div>
    </Sheet>
  )
}

interface PasskeyProps {
  passkey: Factors['passkeys'][number]
  calls: PasskeyCalls
  onChanged: () => void
}
function Passkey({ passkey, calls, onChanged }: PasskeyProps) {
  const { t } = useTranslation(['security', 'common'])
  const format = useFormat()
  const relative = useRelativeTime()
  const nowMs = useServerMinute()
  const toast = useSetAtom(showToastAtom)
  const [removing, setRemoving] = useState(false)
  const { id, name, createdAt, lastUsedAt } = passkey
  return (
    <Card>
      <div className="flex items-start gap-3">
        <Fingerprint aria-hidden size={20} className="mt-0.5 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <UserText>{name}</UserText>
          </p>
          <p className="text-xs text-ink-3">
            {t('security:passkeys.added', { time: format.date(createdAt) })}
          </p>
          <p className="text-xs text-ink-3">
            {lastUsedAt === null
              ? t('security:passkeys.unused')
              : t('security:passkeys.used', { time: relative(lastUsedAt, nowMs) })}
          </p>
        </div>
      </div>
      <div className="mt-2 flex flex-col gap-3">
        {removing && (
          <PasswordAsk
            submitLabel={t('security:passkeys.remove')}
            variant="danger"
            send={(password) => calls.remove(id, password)}
            onAccepted={() => {
              toast({ tone: 'good', text: t('security:passkeys.removed') })
              onChanged()
            }}
          />
        )}
        <Button variant="quiet" size="sm" onClick={() => setRemoving(!removing)}>
          {t(removing ? 'common:cancel' : 'security:passkeys.removeOne', { name: isolated(name) })}
        </Button>
      </div>
    </Card>
  )
}
