import { BadgeCheck, Hourglass, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verification } from '#contract/verification.ts'
import { PhotoKeeping } from '#features/verification/photo-keeping.tsx'
import { useFormat } from '#i18n/format.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { countryName } from '#lib/countries.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

const HEADS = {
  verifying: { icon: Hourglass, className: 'text-info' },
  verified: { icon: BadgeCheck, className: 'text-brand' },
  rejected: { icon: ShieldAlert, className: 'text-danger' },
} as const

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
