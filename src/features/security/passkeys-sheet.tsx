import { useSetAtom } from 'jotai'
import { Fingerprint } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { removePasskey } from '#contract/endpoints/security.ts'
import type { Factors } from '#contract/profile.ts'
import { useOwnFactor } from '#features/security/own-factor.tsx'
import { PasskeyAdding } from '#features/security/passkey-adding.tsx'
import { type PasskeyCalls, USER_PASSKEYS } from '#features/security/use-passkey-making.ts'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { UserText } from '#ui/user-text.tsx'
import { isolated } from '#rules/deceptive-text.ts'

interface Props {
  open: boolean
  onClose: () => void
  passkeys: Factors['passkeys']
  /** By default, the user's own passkeys. */
  calls?: PasskeyCalls
  /** The confirmation before a passkey is removed. By default, the user's own. */
  removal?: ComponentType<RemovalProps>
  /** Called after a passkey was added or removed. A user's own passkeys are updated by the stream. */
  onChanged?: () => void
}
export interface RemovalProps {
  id: string
  onDone: () => void
}

/** The list of passkeys, each with a button to remove it, and a button to add one. */
export function PasskeysSheet(props: Props) {
  const { open, onClose, passkeys, calls = USER_PASSKEYS, removal = OwnRemoval } = props
  const { onChanged = () => undefined } = props
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('security:passkeys.title')}>
      <div className="flex flex-col gap-4 py-2">
        <p className="text-sm text-ink-2">{t('security:passkeys.lead')}</p>
        {passkeys.length === 0 ? (
          <Notice tone="info">{t('security:factors.required')}</Notice>
        ) : (
          <ul className="flex flex-col gap-2">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <Passkey passkey={passkey} removal={removal} onChanged={onChanged} />
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
  removal: ComponentType<RemovalProps>
  onChanged: () => void
}
function Passkey({ passkey, removal: Removal, onChanged }: PasskeyProps) {
  const { t } = useTranslation(['security', 'common'])
  const format = useFormat()
  const relative = useRelativeTime()
  const nowMs = useServerMinute()
  const [removing, setRemoving] = useState(false)
  const { id, name, createdAt, lastUsedAt, removalAt } = passkey
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
          {removalAt !== null && (
            <p className="text-xs text-danger">
              {t('security:passkeys.goes', { time: format.dateClock(removalAt) })}
            </p>
          )}
        </div>
      </div>
      <div className="mt-2 flex flex-col gap-3">
        {removing && (
          <Removal
            id={id}
            onDone={() => {
              setRemoving(false)
              onChanged()
            }}
          />
        )}
        <Button
          variant={removing ? 'quiet' : 'danger'}
          size="sm"
          onClick={() => setRemoving(!removing)}
        >
          {t(removing ? 'common:cancel' : 'security:passkeys.removeOne', { name: isolated(name) })}
        </Button>
      </div>
    </Card>
  )
}

/**
 * With a second factor the passkey is removed at once; without one after two days, so that the owner can prevent it.
 */
function OwnRemoval({ id, onDone }: RemovalProps) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const { proof, missing, clear, prompt } = useOwnFactor('passkey_removal')
  const [lost, setLost] = useState(false)
  const send = async (password: string) => {
    const body = { password, lost, proof: lost ? null : proof }
    const answer = await call(removePasskey, { params: { id }, body })
    if (!answer.ok) clear()
    return answer
  }
  const accepted = (): void => {
    toast({ tone: 'good', text: t(lost ? 'passkeys.lostDone' : 'passkeys.removed') })
    onDone()
  }
  return (
    <PasswordAsk
      submitLabel={t(lost ? 'passkeys.lostRemove' : 'passkeys.remove')}
      variant="danger"
      send={send}
      onAccepted={accepted}
      incomplete={missing && !lost}
    >
      {!lost && prompt}
      <Checkbox name="lost" checked={lost} onChecked={setLost}>
        {t('passkeys.lost')}
      </Checkbox>
      {lost && <Notice tone="info">{t('passkeys.lostHint')}</Notice>}
    </PasswordAsk>
  )
}
