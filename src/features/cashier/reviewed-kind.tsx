import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import { cancelDeposit, cancelWithdrawal } from '#contract/endpoints/cashier.ts'
import type { DetailRow, Document, DocumentKind } from '#documents/document-kind.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { supportPath } from '#lib/paths.ts'
import { canCancel } from '#rules/documents.ts'
import { buttonLook } from '#ui/button.tsx'

type Reviewed = Deposit | Withdrawal

const ENDPOINTS = { deposit: cancelDeposit, withdrawal: cancelWithdrawal }
const TEXTS = { deposit: 'deposit', withdrawal: 'withdraw' } as const

/** What deposits and withdrawals have in common, because an operator reviews both. */
export function useReviewedKind(what: 'deposit' | 'withdrawal') {
  const { t } = useTranslation('cashier')
  const { reasonText, reviewerText } = useReasonText()
  const texts = TEXTS[what]
  return {
    stepsLabel: t(`${texts}.steps`),
    /** The reviewer, and the reason of a rejection. */
    reviewRows: ({ reviewer, reason }: Reviewed): readonly DetailRow[] => [
      ...(reviewer === null ? [] : [[t('reviewer'), reviewerText(reviewer)] as const]),
      ...(reason === null ? [] : [[t('reason'), reasonText(reason)] as const]),
    ],
    shared: {
      renderNote: ({ id }: Document) => <AskLink kind={what} id={id} />,
      cancelling: {
        endpoint: ENDPOINTS[what],
        texts: {
          button: t(`${texts}.cancel`),
          title: t(`${texts}.cancelTitle`),
          text: (amount: string) => t(`${texts}.cancelText`, { amount }),
          keep: t(`${texts}.keep`),
          done: t(`${texts}.cancelled`),
        },
      },
      // Only an operator ends it, by the next step of the review.
      cancellableUntil: ({ status, frozen }: Reviewed) =>
        frozen?.end !== null && canCancel(what, status) ? Infinity : null,
    } satisfies Partial<DocumentKind<Reviewed, never>>,
  }
}

/** Links to customer service with this document attached to the question. */
function AskLink(about: { kind: 'deposit' | 'withdrawal'; id: string }) {
  const { t } = useTranslation('cashier')
  return (
    <Link to={supportPath(about)} className={buttonLook({ variant: 'quiet', block: true })}>
      <MessageCircle aria-hidden size={18} className="shrink-0" />
      {t('ask')}
    </Link>
  )
}
