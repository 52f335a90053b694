/** The texts of the picture of a result. Nothing here knows the user: an order is all there is. */
import type { Order, Spot } from '#contract/order.ts'
import type { UseTranslationResponse } from 'react-i18next'
import { DIRECTION_SIGNS, sharedWhyOf, STATUSES } from '#features/orders/presentation.ts'
import type { CardTexts } from '#features/orders/share/card-layout.ts'
import { createFormat, type Format } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { durationText } from '#i18n/duration-text.ts'
import type { PriceSource } from '#i18n/price-source.ts'

type Translate = UseTranslationResponse<['sharing', 'orders', 'common'], undefined>['t']

export interface CardSubject {
  order: Omit<Order, 'frozen'>
  /** The product's name and decimals, and where its prices come from. */
  product: { name: string; decimals: number; source: PriceSource }
  practice: boolean
  /** Whether stake and result are on the picture. */
  amounts: boolean
  host: string
}

/** Times are in UTC, because a time zone says where someone lives. */
export function cardTexts(subject: CardSubject, t: Translate, language: Language): CardTexts {
  const { order, product, practice, amounts, host } = subject
  const format = createFormat(language, 'UTC')
  const price = (spot: Spot | null): string =>
    spot === null ? t('sharing:card.noPrice') : format.price(spot.price, product.decimals)
  const cell = (label: string, spot: Spot | null) => ({
    label,
    value: price(spot),
    note: spot === null ? '' : format.time(spot.timeMs),
  })
  const direction = t(`common:direction.${order.direction}`)
  const lasts = durationText(language, order.durationMs)
  return {
    language,
    app: t('common:appName'),
    badge: practice ? t('common:practice.badge') : null,
    product: product.name,
    terms: {
      text: `${DIRECTION_SIGNS[order.direction]} ${direction} · ${lasts}`,
      tone: order.direction,
    },
    result: { text: t(`orders:status.${order.status}`), tone: STATUSES[order.status].picture },
    why: t(`sharing:card.why.${sharedWhyOf(order)}`, {
      entry: price(order.entry),
      exit: price(order.exit),
    }),
    amounts: amounts ? amountCells(order, t, format) : [],
    prices: [
      cell(t('orders:buyPrice'), order.entry),
      cell(t('orders:transactionPrice'), order.exit),
    ],
    day: [
      format.date(order.expiresAt),
      t('sharing:card.utc'),
      t(`common:source.${product.source}`),
    ].join(' · '),
    scan: t('sharing:card.scan'),
    host,
    anonymous: t('sharing:card.anonymous'),
  }
}

const amountCells = (order: CardSubject['order'], t: Translate, format: Format) => [
  { label: t('sharing:card.stake'), value: format.money(order.stake), note: '' },
  {
    label: t('sharing:card.result'),
    value: format.signedMoney(order.profitAndLoss ?? 0n),
    note: '',
  },
]
