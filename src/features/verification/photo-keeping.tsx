import { useSetAtom } from 'jotai'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deletePhotos } from '#contract/endpoints/verification.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

/** Until when the photos are stored, with a button to delete them earlier. */
export function PhotoKeeping({ photosUntil }: { photosUntil: number | null }) {
  const { t } = useTranslation(['verify', 'common'])
  const format = useFormat()
  const { errorText } = useErrorText()
  const toast = useSetAtom(showToastAtom)
  const [asking, ask] = useState(false)
  const { submission, busy, run } = useSubmission()
  if (photosUntil === null) return <p className="text-xs text-ink-3">{t('verify:photosGone')}</p>
  const destroy = (): void => {
    ask(false)
    void run(
      () => call(deletePhotos, {}),
      () => toast({ tone: 'good', text: t('verify:delete.done') }),
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-3">
        {t('verify:photosUntil', { time: format.date(photosUntil) })}
      </p>
      {submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>}
      <Button variant="danger" busy={busy} onClick={() => ask(true)}>
        <Trash2 aria-hidden size={18} /> {t('verify:delete.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        danger
        title={t('verify:delete.title')}
        text={t('verify:delete.text')}
        confirmLabel={t('verify:delete.confirm')}
        cancelLabel={t('common:cancel')}
        onConfirm={destroy}
      />
    </div>
  )
}
