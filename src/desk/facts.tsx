import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import type { DepositStatus, WithdrawalStatus } from '#contract/cashier.ts'
import type { deskDeposit } from '#contract/desk.ts'
import type { payoutForm } from '#contract/payout.ts'
import type { RejectReason } from '#contract/review.ts'
import { go } from '#desk/desk-route.ts'
import type { DocumentStatus } from '#desk/queue-kinds.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { countryName } from '#i18n/countries.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

interface SecondProps extends Pick<z.output<typeof deskDeposit>, 'secondAbove' | 'proposal'> {
  status: DepositStatus | WithdrawalStatus
}

/** The statuses in which a step above the limit is open or still ahead. */
const twoDecide = (status: SecondProps['status']): boolean =>
  status === 'submitted' || status === 'requested' || status === 'review' || status === 'paying'

/** Whether two operators must decide, and what one of them has proposed. */
export function Second({ status, secondAbove, proposal }: SecondProps) {
  const { t } = useTranslation('desk')
  const { reasonText } = useReasonText()
  const format = useFormat()
  if (secondAbove === null || !twoDecide(status)) return null
  return (
    <Notice tone="info">
      {proposal === null && <p>{t('second.needed', { amount: format.money(secondAbove) })}</p>}
      {proposal !== null && (
        <p className="font-medium">
          {t('second.waits', { name: proposal.by, step: t(`steps.${proposal.step}`) })}
        </p>
      )}
      {proposal?.reason != null && <p>{reasonText(proposal.reason)}</p>}
    </Notice>
  )
}

const TONES: Partial<Record<DocumentStatus, BadgeTone>> = {
  verified: 'good',
  done: 'good',
  waiting: 'info',
  opened: 'info',
  vetoed: 'bad',
  approved: 'good',
  paid: 'good',
  published: 'good',
  rejected: 'bad',
  bounced: 'bad',
  verifying: 'warn',
  submitted: 'warn',
  requested: 'warn',
  proposed: 'warn',
  review: 'info',
  paying: 'info',
}

export function StatusBadge({ status }: { status: DocumentStatus }) {
  const { t } = useTranslation('desk')
  return <Badge tone={TONES[status] ?? 'neutral'}>{t(`status.${status}`)}</Badge>
}

interface HeadProps {
  title: string
  status: DocumentStatus
  children?: ReactNode
}
export function DetailHead({ title, status, children }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 className="min-w-0 text-lg font-semibold break-words">{title}</h2>
      <StatusBadge status={status} />
      {children}
    </div>
  )
}

/** The customer, with a link to all of their data. */
export function AccountHead({ account, status }: { account: string; status: DocumentStatus }) {
  const { t } = useTranslation('desk')
  return (
    <DetailHead title={account} status={status}>
      <Button
        variant="quiet"
        size="sm"
        className="ms-auto"
        onClick={() => go({ tab: 'customers', status: null, id: account })}
      >
        {t('toCustomer')}
      </Button>
    </DetailHead>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line/60">{children}</dl>
}

/** A time; renders nothing when there is none. */
export function When({ label, at }: { label: string; at: number | null }) {
  const format = useFormat()
  return at === null ? null : <ListRow label={label} value={format.dateTime(at)} />
}

interface DecidedProps {
  status: DocumentStatus
  decidedAt: number | null
  reviewer: string | null
  reason: RejectReason | null
}
/** The operator of the newest step. A document names no other, so the label says which step it was. */
const actorLabel = (status: DocumentStatus) => {
  if (status === 'review' || status === 'cancelled') return 'fact.reviewedBy'
  if (status === 'paying') return 'fact.paidBy'
  return status === 'paid' || status === 'bounced' ? 'fact.completedBy' : 'fact.reviewer'
}

export function Decided({ status, decidedAt, reviewer, reason }: DecidedProps) {
  const { t } = useTranslation('desk')
  const { reasonText, reviewerText } = useReasonText()
  return (
    <>
      <When label={t('fact.decidedAt')} at={decidedAt} />
      {reviewer !== null && (
        <ListRow label={t(actorLabel(status))} value={reviewerText(reviewer)} />
      )}
      {reason !== null && <ListRow label={t('fact.reason')} value={reasonText(reason)} />}
    </>
  )
}

/** The unmasked payment details, to be copied into a bank's form. */
export function PayTo({ form }: { form: z.output<typeof payoutForm> }) {
  const { t, i18n } = useTranslation('desk')
  const isCard = form.kind === 'bank_card'
  return (
    <>
      <ListRow label={t('fact.holder')} value={form.holder} />
      <ListRow label={t('fact.nationality')} value={countryName(i18n.language, form.nationality)} />
      <ListRow label={t('fact.bank')} value={isCard ? form.bank : form.currency} />
      <ListRow
        label={t('fact.number')}
        value={<span className="break-all select-all">{isCard ? form.number : form.address}</span>}
      />
      {isCard && <ListRow label={t('fact.branch')} value={form.address} />}
    </>
  )
}
