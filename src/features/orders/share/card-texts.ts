/** The texts of the picture of a result. Nothing here knows the user: an order is all there is. */
import type { Order, Spot } from '#contract/order.ts'
import type { UseTranslationResponse } from 'react-i18next'
import type { CardTexts, Tone } from '#features/orders/share/card-layout.ts'
import { neutralWhy } from '#features/orders/share/neutral-why.ts'
import { createFormat, type Format } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { durationText } from '#lib/duration-text.ts'
import type { PriceSource } from '#lib/price-source.ts'

type Words = UseTranslationResponse<['sharing', 'orders', 'common'], undefined>['t']

export interface CardSubject {
  order: Omit<Order, 'frozen'>
  /** The product's name and decimals, and where its prices come from. */
  product: { name: string; decimals: number; source: PriceSource }
  practice: boolean
  /** Whether stake and result are on the picture. */
  amounts: boolean
  host: string
}

const TONES: Partial<Record<Order['status'], Tone>> = { won: 'up', void: 'warn' }
const ARROWS = { up: '▲', down: '▼' } as const

/** Times are in UTC, because a time zone says where someone lives. */
export function cardTexts(subject: CardSubject, t: Words, language: Language): CardTexts {
  const { order, product, practice, amounts, host } = subject
  const format = createFormat(language, 'UTC')
  const price = (scaled: number): string => format.price(scaled, product.decimals)
  const cell = (label: string, spot: Spot | null) => ({
    label,
    value: spot === null ? t('sharing:card.noPrice') : price(spot.price),
    note: spot === null ? '' : format.time(spot.timeMs),
  })
  const direction = t(`common:direction.${order.direction}`)
  const lasts = durationText(language, order.durationMs)
  return {
    language,
    app: t('common:appName'),
    badge: practice ? t('common:practice.badge') : null,
    product: product.name,
    terms: { text: `${ARROWS[order.direction]} ${direction} · ${lasts}`, tone: order.direction },
    result: { text: t(`orders:status.${order.status}`), tone: TONES[order.status] ?? 'ink' },
    why: neutralWhy(order, t, price),
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

const amountCells = (order: CardSubject['order'], t: Words, format: Format) => [
  { label: t('sharing:card.stake'), value: format.money(order.stake), note: '' },
  {
    label: t('sharing:card.result'),
    value: format.signedMoney(order.profitAndLoss ?? 0n),
    note: '',
  },
]
