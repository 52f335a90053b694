import { Failed } from '#components/failed.tsx'
import { useAtomValue } from 'jotai'
import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom, memberAtom } from '#api/session.ts'
import type { Verification } from '#contract/verification.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { VerificationState } from '#features/verification/verification-state.tsx'
import { VerificationView } from '#features/verification/verification-view.tsx'
import { PATHS } from '#lib/paths.ts'
import { PRACTICE_REVIEW } from '#rules/practice-review.ts'
import { topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Identity verification: the form, or the state of the review, live. */
export function VerifyPage() {
  const { t } = useTranslation('verify')
  const member = useAtomValue(memberAtom)
  if (!member) return <Visitor icon={IdCard} title={t('loggedOut')} hint={t('lead')} />
  return (
    <div className="flex flex-col gap-4 p-4">
      <OwnVerification />
    </div>
  )
}

function OwnVerification() {
  const { t } = useTranslation('verify')
  const profile = useAtomValue(topicAtom('profile'))
  const value = 'value' in profile ? profile.value : null
  if (profile.status === 'failed') return <Failed title={t('failed')} />
  if (value === null) return <Skeleton className="h-96" />
  const { verification } = value
  return (
    <>
      {verification.status !== 'verified' && <PracticeNote status={verification.status} />}
      {verification.status === 'none' ? (
        <VerificationView />
      ) : (
        <CurrentState key={verification.submittedAt} verification={verification} />
      )}
    </>
  )
}

/** Where a rule decides, no real document is needed, and the answer comes soon. */
function PracticeNote({ status }: Pick<Verification, 'status'>) {
  const { t } = useTranslation('verify')
  if (useAtomValue(appInfoAtom)?.practiceReviewer !== true) return null
  const seconds = PRACTICE_REVIEW.verification.decidedMs / 1_000
  return (
    <Notice tone="info">
      {status === 'verifying' ? t('reviewer', { seconds }) : t('practice')}
    </Notice>
  )
}

function CurrentState({ verification }: { verification: Verification }) {
  const { t } = useTranslation('verify')
  const [again, setAgain] = useState(false)
  const { status } = verification
  const action =
    status === 'verified' ? (
      <Link to={PATHS.account} className={buttonLook({ size: 'lg', block: true })}>
        {t('toAccount')}
      </Link>
    ) : (
      status === 'rejected' &&
      !again && (
        <Button size="lg" block onClick={() => setAgain(true)}>
          {t('again')}
        </Button>
      )
    )
  return (
    <>
      <VerificationState verification={verification} action={action} />
      {status === 'rejected' && again && <VerificationView />}
    </>
  )
}
