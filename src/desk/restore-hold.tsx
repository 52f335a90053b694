import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Refusal } from '#components/refusal.tsx'
import type { DeskState } from '#contract/desk-state.ts'
import { liftRestoreHold } from '#contract/endpoints/desk.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  /** The name of the operator at this desk, who cannot confirm an own proposal. */
  me: string
  hold: NonNullable<DeskState['restoreHold']>
}

/** Shown while withdrawals wait after a restore. Two operators end the hold. */
export function RestoreHold({ me, hold: { since, proposedBy } }: Props) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const lift = async (): Promise<void> => {
    setBusy(true)
    const answer = await call(liftRestoreHold, { body: {} })
    setBusy(false)
    setError(answer.ok ? null : answer.error)
  }
  return (
    <div className="pb-2">
      <Notice tone="bad">
        <p>{t('restoreHold.waits', { time: format.dateTime(since) })}</p>
        {proposedBy !== null && <p>{t('restoreHold.proposed', { name: proposedBy })}</p>}
        <Refusal error={error} />
        {proposedBy !== me && (
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            disabled={busy}
            onClick={() => void lift()}
          >
            {t('restoreHold.lift')}
          </Button>
        )}
      </Notice>
    </div>
  )
}
