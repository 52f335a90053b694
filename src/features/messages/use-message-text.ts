import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Message } from '#contract/messages.ts'
import { rejectReason } from '#contract/review.ts'
import { money } from '#contract/scalars.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useReasonText } from '#i18n/reason-text.ts'
import { languageOf } from '#i18n/setup.ts'
import { isolated } from '#rules/deceptive-text.ts'

/** The text of a message in the current language. The server sends only its kind and parameters. */
export function useMessageText(): (message: Message) => { title: string; text: string } {
  const { t, i18n } = useTranslation('messages')
  const language = languageOf(i18n)
  const format = useFormat()
  const { reasonText } = useReasonText()
  const amountOf = (value: string | undefined): string => {
    const amount = z.safeDecode(money, value ?? '')
    return amount.success ? format.money(amount.data) : ''
  }
  const priceOf = (scaled = '', decimals = ''): string =>
    scaled === '' ? '' : format.price(Number(scaled), Number(decimals))
  return ({ kind, params, texts }) => {
    const reason = rejectReason.safeParse(params['reason'])
    return {
      title: t(`kind.${kind}.title`),
      text: t(`kind.${kind}.text`, {
        orderId: params['orderId'] ?? '',
        stake: amountOf(params['stake']),
        amount: amountOf(params['amount']),
        until: format.dateClock(Number(params['until'] ?? 0)),
        symbol: params['symbol'] ?? '',
        name: isolated(params['name'] ?? ''),
        attempts: format.number(Number(params['count'] ?? 0)),
        price: priceOf(params['price'], params['decimals']),
        hitPrice: priceOf(params['hitPrice'], params['decimals']),
        reason: reason.success ? reasonText(reason.data) : '',
        announcement: texts?.[language] ?? texts?.en ?? '',
      }),
    }
  }
}
