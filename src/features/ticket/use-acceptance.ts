import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { boughtAtom } from '#data/bought.ts'
import { productsAtom } from '#data/products.ts'
import { rememberAtom } from '#features/ticket/remembered.ts'
import { type Submission, submissionAtom } from '#features/ticket/submission.ts'
import { useFormat } from '#i18n/use-format.ts'
import { touchAtom } from '#notifications/haptics.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { savePurchase } from '#proof/receipt-file.ts'
import { startOf } from '#rules/signed-order.ts'

type Accepted = Extract<Submission, { status: 'accepted' }>

/**
 * Confirms a successful purchase once, also when the answer came after the ticket was closed. `place` is where: in the
 * strip of the user's orders, or in a toast where there is none.
 */
export function useAcceptance(
  symbol: string,
  place: 'strip' | 'toast',
  onAccepted: () => void,
): void {
  const [submission, send] = useAtom(submissionAtom(symbol))
  const reload = useSetAtom(productsAtom)
  const touch = useSetAtom(touchAtom)
  const remember = useSetAtom(rememberAtom)
  const note = useSetAtom(boughtAtom)
  const toast = usePurchaseToast()
  const accepted = useEffectEvent((purchase: Accepted) => {
    touch('bought')
    remember(purchase.order)
    note(purchase.order.id)
    if (place === 'toast') toast(purchase)
    void send('edit')
    onAccepted()
  })
  const refused = useEffectEvent(() => void reload())
  const termsChanged =
    submission.status === 'refused' &&
    submission.error.kind === 'rejected' &&
    submission.error.code === 'terms_changed'
  useEffect(() => {
    if (submission.status === 'accepted') accepted(submission)
  }, [submission])
  useEffect(() => {
    if (termsChanged) refused()
  }, [termsChanged])
}

/** Says when the order runs. The receipt is at hand right after the purchase. */
function usePurchaseToast(): (purchase: Accepted) => void {
  const { t } = useTranslation('ticket')
  const { time } = useFormat()
  const toast = useSetAtom(showToastAtom)
  const span = (order: Order) => ({ from: time(startOf(order)), until: time(order.expiresAt) })
  return ({ order, receipt }) =>
    toast({
      tone: 'good',
      text: t('acceptedSpan', span(order)),
      action: { label: t('receipt'), run: () => savePurchase(receipt, order.id) },
    })
}
