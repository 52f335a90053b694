import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { productsAtom } from '#data/products.ts'
import { type Submission, submissionAtom } from '#features/ticket/submission.ts'
import { touchAtom } from '#lib/haptics.ts'
import { savePurchase } from '#lib/receipt-file.ts'
import { showToastAtom } from '#lib/toasts.ts'

/** Announces a successful purchase once, also when the answer came after the sheet was closed. */
export function useAcceptance(symbol: string, onAccepted: () => void): void {
  const { t } = useTranslation('ticket')
  const [submission, send] = useAtom(submissionAtom(symbol))
  const reload = useSetAtom(productsAtom)
  const toast = useSetAtom(showToastAtom)
  const touch = useSetAtom(touchAtom)
  /** The receipt is available right after the purchase. */
  const receiptOf = (last: Submission) => {
    if (last.status !== 'accepted') return {}
    const { order, receipt } = last
    return { action: { label: t('receipt'), run: () => savePurchase(receipt, order.id) } }
  }
  const accepted = useEffectEvent(() => {
    touch('bought')
    toast({ tone: 'good', text: t('accepted'), ...receiptOf(submission) })
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
