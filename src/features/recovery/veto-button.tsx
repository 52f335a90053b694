import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { logOutAtom } from '#api/session.ts'
import { Refusal } from '#components/refusal.tsx'
import { vetoRecovery } from '#contract/endpoints/recovery.ts'
import type { OwnRecovery } from '#contract/recovery.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

interface Props {
  id: OwnRecovery['id']
  onVetoed: () => void
  /** `secondary` in a red notice, whose colour `danger` has. */
  variant?: 'danger' | 'secondary'
}

/** Stops a recovery after a question that says what follows: the account is locked, and this device is logged out. */
export function VetoButton({ id, onVetoed, variant = 'danger' }: Props) {
  const { t } = useTranslation('recovery')
  const toast = useSetAtom(showToastAtom)
  const logOut = useSetAtom(logOutAtom)
  const [asking, ask] = useState(false)
  const { submission, busy, run } = useSubmission()
  const veto = (): void => {
    ask(false)
    void run(
      () => call(vetoRecovery, { params: { id }, body: {} }),
      () => {
        // The server has ended the session.
        void logOut()
        onVetoed()
        toast({ tone: 'good', text: t('own.vetoed') })
      },
    )
  }
  return (
    <>
      <Refusal error={refusalOf(submission)} />
      <Button
        variant={variant}
        size="sm"
        className="self-start"
        busy={busy}
        onClick={() => ask(true)}
      >
        {t('own.veto')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={t('own.sure')}
        text={t('own.sureText')}
        confirmLabel={t('own.confirm')}
        onConfirm={veto}
      />
    </>
  )
}
