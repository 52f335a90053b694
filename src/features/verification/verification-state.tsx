import { useSetAtom } from 'jotai'
import { BadgeCheck, Hourglass, ShieldAlert, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { call } from '#api/call.ts'
import { deletePhotos } from '#contract/endpoints/verification.ts'
import type { Verification } from '#contract/verification.ts'
import { keepDeletionAtom } from '#device/deletions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { countryName } from '#i18n/countries.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ListRow } from '#ui/list-row.tsx'

const HEADS = {
  verifying: { icon: Hourglass, className: 'text-info' },
  verified: { icon: BadgeCheck, className: 'text-brand' },
  rejected: { icon: ShieldAlert, className: 'text-danger' },
} as const

/** Until when the photos are stored, with a button to delete them earlier. */
function PhotoKeeping({ photosUntil }: { photosUntil: number | null }) {
  const { t } = useTranslation(['verify', 'common'])
  const format = useFormat()
  const toast = useSetAtom(showToastAtom)
  const keep = useSetAtom(keepDeletionAtom)
  const [asking, ask] = useState(false)
  const { submission, busy, run } = useSubmission()
  if (photosUntil === null) return <p className="text-xs text-ink-3">{t('verify:photosGone')}</p>
  const destroy = (): void => {
    ask(false)
    void run(
      () => call(deletePhotos, {}),
      ({ statement }) => {
        if (statement !== null) keep(statement)
        toast({ tone: 'good', text: t('verify:delete.done') })
      },
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-3">
        {t('verify:photosUntil', { time: format.date(photosUntil) })}
      </p>
      <Refusal error={refusalOf(submission)} />
      <Button variant="danger" busy={busy} onClick={() => ask(true)}>
        <Trash2 aria-hidden size={18} /> {t('verify:delete.button')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={t('verify:delete.title')}
        text={t('verify:delete.text')}
        confirmLabel={t('verify:delete.confirm')}
        onConfirm={destroy}
      />
    </div>
  )
}

interface Props {
  verification: Verification
  /** The next step for the user. */
  action?: ReactNode
}

/** The state of the review, the submitted data (masked), the reviewer, and how long the photos are stored. */
export function VerificationState({ verification, action }: Props) {
  const { t } = useTranslation('verify')
  const { reasonText } = useReasonText()
  const { status, reason } = verification
  if (status === 'none') return null
  const { icon: Icon, className } = HEADS[status]
  return (
    <Card className="flex flex-col gap-3" data-verification={status}>
      <div role="status" className="flex flex-col items-center gap-2 pt-2 text-center">
        <Icon aria-hidden size={40} strokeWidth={1.5} className={className} />
        <p className="text-lg font-bold">
          {t(status === 'verified' ? 'success' : `status.${status}`)}
        </p>
        {status === 'verifying' && <p className="text-sm text-ink-2">{t('verifyingHint')}</p>}
        {status === 'verified' && <p className="text-sm text-ink-2">{t('verifiedHint')}</p>}
        {status === 'rejected' && reason !== null && (
          <p className="text-sm text-danger">
            {t('rejectedReason', { reason: reasonText(reason) })}
          </p>
        )}
      </div>
      <Facts verification={verification} />
      {status !== 'verifying' && <PhotoKeeping photosUntil={verification.photosUntil} />}
      {action}
    </Card>
  )
}

function Facts({ verification }: { verification: Verification }) {
  const { t, i18n } = useTranslation('verify')
  const format = useFormat()
  const { reviewerText } = useReasonText()
  const { name, nationality, idNumber, submittedAt, decidedAt, reviewer } = verification
  const rows: [string, string | null][] = [
    [t('facts.name'), name],
    [t('facts.nationality'), nationality && countryName(i18n.language, nationality)],
    [t('facts.idNumber'), idNumber],
    [t('facts.submittedAt'), submittedAt === null ? null : format.dateTime(submittedAt)],
    [t('facts.decidedAt'), decidedAt === null ? null : format.dateTime(decidedAt)],
    [t('facts.reviewer'), reviewer && reviewerText(reviewer)],
  ]
  return (
    <dl className="divide-y divide-line/60">
      {rows.map(
        ([label, value]) => value !== null && <ListRow key={label} {...{ label, value }} />,
      )}
    </dl>
  )
}
