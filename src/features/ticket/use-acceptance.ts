import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { productsAtom } from '#data/products.ts'
import { rememberAtom } from '#features/ticket/remembered.ts'
import { type Submission, submissionAtom } from '#features/ticket/submission.ts'
import { useFormat } from '#i18n/use-format.ts'
import { touchAtom } from '#notifications/haptics.ts'
import { savePurchase } from '#proof/receipt-file.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { startOf } from '#rules/signed-order.ts'

/** Announces a successful purchase once, also when the answer came after the sheet was closed. */
export function useAcceptance(symbol: string, onAccepted: () => void): void {
  const { t } = useTranslation('ticket')
  const { time } = useFormat()
  const [submission, send] = useAtom(submissionAtom(symbol))
  const reload = useSetAtom(productsAtom)
  const toast = useSetAtom(showToastAtom)
  const touch = useSetAtom(touchAtom)
  const remember = useSetAtom(rememberAtom)
  /** The receipt is available right after the purchase. */
  const receiptOf = (last: Submission) => {
    if (last.status !== 'accepted') return {}
    const { order, receipt } = last
    return { action: { label: t('receipt'), run: () => savePurchase(receipt, order.id) } }
  }
  const textOf = (order: Order | null): string =>
    order === null
      ? t('accepted')
      : t('acceptedSpan', { from: time(startOf(order)), until: time(order.expiresAt) })
  const accepted = useEffectEvent(() => {
    const order = submission.status === 'accepted' ? submission.order : null
    touch('bought')
    if (order !== null) remember(order)
    toast({ tone: 'good', text: textOf(order), ...receiptOf(submission) })
    void send('edit')
    onAccepted()
  })
  const refused = useEffectEvent(() => void reload())
  const termsChanged =
    submission.status === 'refused' &&
    submission.error.kind === 'rejected' &&
    submission.error.code === 'terms_changed'
  useEffect(() => {
    if (submission.status === 'accepted') accepted()
  }, [submission.status])
  useEffect(() => {
    if (termsChanged) refused()
  }, [termsChanged])
}
