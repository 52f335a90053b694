import { useAtomValue, useSetAtom } from 'jotai'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { appInfoAtom } from '#api/session.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { becomeGuestAtom } from '#features/session/become-guest.ts'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { takePracticeAtom } from '#features/session/practice-button.tsx'
import type { ApiError } from '#api/api-error.ts'
import { usePauseText } from '#components/pause-reason.tsx'
import { OnlineButton } from '#components/online-button.tsx'
import { WithHelp } from '#ui/help.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** The guest exists now, with practice money if the server gave it. */
  onGuest: () => void
}

/** When this device can have a guest again, in ms; null while it can. For visitors. */
function useDevicePause(): number | null {
  const until = useAtomValue(appInfoAtom)?.pausedUntil ?? null
  const now = useServerMinute()
  return until !== null && until > now ? until : null
}

/** What a visitor chooses before the first order: to try as a guest, or to use an account. */
export function GuestSheet({ open, onClose, onGuest }: Props) {
  const { t } = useTranslation(['access', 'common'])
  const become = useSetAtom(becomeGuestAtom)
  const take = useSetAtom(takePracticeAtom)
  const pausedUntil = useDevicePause()
  const pauseText = usePauseText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const begin = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    const answer = await become()
    // Without it the ticket opens all the same, and offers practice money itself.
    if (answer.ok) await take()
    setBusy(false)
    if (answer.ok) onGuest()
    else setError(answer.error)
  }
  return (
    <Sheet open={open} onClose={() => !busy && onClose()} title={t('access:guest.title')}>
      <div className="flex flex-col gap-4 pt-1">
        {pausedUntil === null ? (
          <>
            <WithHelp help={<p>{t('access:guest.note')}</p>}>
              <p className="text-ink-2">{t('access:guest.lead')}</p>
            </WithHelp>
            <OnlineButton size="lg" block busy={busy} onClick={() => void begin()}>
              {!busy && <FlaskConical aria-hidden size={20} className="shrink-0" />}
              <span className="text-balance">{t('access:guest.try')}</span>
            </OnlineButton>
            <Refusal error={error} />
          </>
        ) : (
          <Notice tone="info">{pauseText('device_paused', pausedUntil)}</Notice>
        )}
        <section className="flex flex-col gap-2 border-t border-line/60 pt-4">
          <h3 className="text-sm font-medium text-ink-2">{t('access:guest.other')}</h3>
          <LogInOrRegister side quiet visitor />
        </section>
      </div>
    </Sheet>
  )
}
