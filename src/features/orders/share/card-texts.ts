/** The texts of the picture of a result. Nothing here knows the user: an order is all there is. */
import type { Order, Spot } from '#contract/order.ts'
import type { UseTranslationResponse } from 'react-i18next'
import { pictureOf, pictureToneOf } from '#components/order-picture/picture-lines.ts'
import { DIRECTION_SIGNS, sharedWhyOf } from '#features/orders/presentation.ts'
import { CHART_BOX, type CardTexts } from '#features/orders/share/card-layout.ts'
import { createFormat, type Format } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { durationText } from '#i18n/duration-text.ts'
import type { PriceSource } from '#i18n/price-source.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { settleTermsOf } from '#rules/settle.ts'

type Translate = UseTranslationResponse<['sharing', 'orders', 'common'], undefined>['t']

export interface CardSubject {
  order: Omit<Order, 'frozen'>
  /** The prices from its start to its end, and those that could be had of them. */
  records: readonly TickRecord[]
  /** The product's name and decimals, and where its prices come from. */
  product: { name: string; decimals: number; source: PriceSource }
  practice: boolean
  /** Whether stake and result are on the picture. */
  amounts: boolean
  host: string
}

/** Times are in UTC, because a time zone says where someone lives. */
export function cardTexts(subject: CardSubject, t: Translate, language: Language): CardTexts {
  const { order, records, product, practice, amounts, host } = subject
  const format = createFormat(language, 'UTC')
  const price = (spot: Spot | null): string =>
    spot === null ? t('sharing:card.noPrice') : format.price(spot.price, product.decimals)
  const cell = (label: string, spot: Spot | null) => ({
    label: spot === null ? label : `${label} · ${format.time(spot.timeMs)}`,
    value: price(spot),
  })
  const tone = pictureToneOf(order.status)
  const picture = pictureOf({ records, settlement: order, terms: settleTermsOf(order) }, CHART_BOX)
  const status = t(`orders:status.${order.status}`)
  const rate = rateText(order, format)
  const direction = t(`common:direction.${order.direction}`)
  const lasts = durationText(language, order.durationMs)
  return {
    language,
    app: t('common:appName'),
    badge: practice ? t('common:practice.badge') : null,
    product: product.name,
    terms: `${DIRECTION_SIGNS[order.direction]} ${direction} · ${lasts}`,
    result: { text: rate === null ? status : `${status} ${rate}`, tone },
    chart: picture && { picture, direction: order.direction, tone },
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
  }
}

/**
 * The profit or loss in whole percent of the stake, which says nothing of the amount. Null where the stake came back.
 */
function rateText({ stake, profitAndLoss }: CardSubject['order'], format: Format): string | null {
  if (profitAndLoss === null || profitAndLoss === 0n) return null
  const percent = Math.round((Number(profitAndLoss) / Number(stake)) * 100)
  return `${percent < 0 ? '−' : '+'}${format.percentFromBps(Math.abs(percent) * 100)}`
}

const amountCells = (order: CardSubject['order'], t: Translate, format: Format) => [
  { label: t('sharing:card.stake'), value: format.money(order.stake) },
  { label: t('sharing:card.result'), value: format.signedMoney(order.profitAndLoss ?? 0n) },
]
