/**
 * The columns of the fund's records in an exported file, with headings in the current language. Amounts are plain
 * decimals.
 */
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { FundAccrual, FundLot, FundRedemption } from '#contract/fund.ts'
import { money } from '#contract/scalars.ts'
import { csvTime } from '#data/collect-csv.ts'
import type { CsvColumn } from '#rules/csv.ts'

const utc = (ms: number): string => new Date(ms).toISOString()
const timeOrNone = (ms: number | null): string => (ms === null ? '' : csvTime(ms))

export function useLotColumns(): readonly CsvColumn<FundLot>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('details.column.time'), kind: 'text', of: (lot) => csvTime(lot.createdAt) },
    { name: t('details.column.utc'), kind: 'text', of: (lot) => utc(lot.createdAt) },
    { name: t('details.amount'), kind: 'number', of: (lot) => z.encode(money, lot.amount) },
    { name: t('details.remaining'), kind: 'number', of: (lot) => z.encode(money, lot.remaining) },
    {
      name: t('details.column.status'),
      kind: 'text',
      of: (lot) => t(`details.transfer.status.${lot.status}`),
    },
    { name: t('details.tradeDay'), kind: 'text', of: (lot) => lot.tradeDay },
    { name: t('details.earnsFrom'), kind: 'text', of: (lot) => lot.confirmDay },
    {
      name: t('details.transfer.step.confirmed'),
      kind: 'text',
      of: (lot) => timeOrNone(lot.confirmedAt),
    },
    { name: t('details.column.ended'), kind: 'text', of: (lot) => timeOrNone(lot.endedAt) },
    { name: t('details.number'), kind: 'text', of: (lot) => lot.id },
  ]
}

export function useRedemptionColumns(): readonly CsvColumn<FundRedemption>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('details.column.time'), kind: 'text', of: (one) => csvTime(one.createdAt) },
    { name: t('details.column.utc'), kind: 'text', of: (one) => utc(one.createdAt) },
    { name: t('details.amount'), kind: 'number', of: (one) => z.encode(money, one.amount) },
    {
      name: t('details.withdrawal.speedLabel'),
      kind: 'text',
      of: (one) => t(`details.withdrawal.speed.${one.speed}`),
    },
    {
      name: t('details.column.status'),
      kind: 'text',
      of: (one) => t(`details.withdrawal.status.${one.status}`),
    },
    { name: t('details.tradeDay'), kind: 'text', of: (one) => one.tradeDay },
    { name: t('details.withdrawal.payDay'), kind: 'text', of: (one) => one.payDay },
    { name: t('details.column.ended'), kind: 'text', of: (one) => timeOrNone(one.endedAt) },
    { name: t('details.number'), kind: 'text', of: (one) => one.id },
  ]
}

export function useAccrualColumns(): readonly CsvColumn<FundAccrual>[] {
  const { t } = useTranslation('fund')
  return [
    { name: t('details.income.day'), kind: 'text', of: ({ day }) => day },
    { name: t('details.income.share'), kind: 'number', of: ({ share }) => z.encode(money, share) },
    {
      name: t('details.column.dailyRate'),
      kind: 'number',
      of: ({ dailyRate }) => String(dailyRate),
    },
    {
      name: t('details.column.carryBefore'),
      kind: 'number',
      of: ({ carryBefore }) => String(carryBefore),
    },
    {
      name: t('details.income.credited'),
      kind: 'number',
      of: ({ credited }) => z.encode(money, credited),
    },
    {
      name: t('details.column.carryAfter'),
      kind: 'number',
      of: ({ carryAfter }) => String(carryAfter),
    },
  ]
}
