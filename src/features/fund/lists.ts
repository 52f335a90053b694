/** The fund's records as paged lists, which are read again when the stream reports a change of the fund. */
import { type Atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { pageLimit } from '#contract/endpoint.ts'
import {
  listAccruals,
  listFundLots,
  listFundRates,
  listRedemptions,
} from '#contract/endpoints/fund.ts'
import type { FundAccrual, FundLot, FundRate, FundRedemption, FundState } from '#contract/fund.ts'
import { mapPage, readPage } from '#documents/read-page.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { dayNumber } from '#rules/business-day.ts'
import { type Live, topicAtom } from '#streams'

const LOT_STAGES: Record<FundLot['status'], number> = {
  pending: 0,
  confirmed: 1,
  redeemed: 2,
  cancelled: 2,
}
const REDEMPTION_STAGES: Record<FundRedemption['status'], number> = {
  requested: 0,
  paid: 1,
  cancelled: 1,
}

export const lotStage = ({ status }: FundLot): number => LOT_STAGES[status]
export const redemptionStage = ({ status }: FundRedemption): number => REDEMPTION_STAGES[status]

/** The id of a day's row is its day. */
export type AccrualRow = FundAccrual & { id: string }
export type RateRow = FundRate & { id: string }

export const accrualRow = (accrual: FundAccrual): AccrualRow => ({
  ...accrual,
  id: String(dayNumber(accrual.day)),
})
const rateRow = (rate: FundRate): RateRow => ({ ...rate, id: String(dayNumber(rate.from)) })

const lots = listKind<FundLot>(mergeBy(lotStage))
const redemptions = listKind<FundRedemption>(mergeBy(redemptionStage))
const accruals = listKind<AccrualRow>(mergeBy(() => 0))
const rates = listKind<RateRow>(mergeBy(() => 0))

/** Transfers into the fund. Income has a list of its own. */
export const readLots = (before: string | null) =>
  readPage(listFundLots, 'lots', before, { kind: 'transfer' })

export const readRedemptions = (before: string | null) =>
  readPage(listRedemptions, 'redemptions', before)

export const readAccruals = async (before: string | null) =>
  mapPage(await readPage(listAccruals, 'accruals', before), accrualRow)

export const readRates = async (before: string | null) =>
  mapPage(await readPage(listFundRates, 'rates', before), rateRow)

/** Any change of the fund may have changed the status of a row, so the newest page is read again. */
function useFundNews<T>(list: PagedList<T>, live: Live<FundState>): void {
  const version = 'value' in live ? live.value.version : null
  const news = useEffectEvent(list.refresh)
  useEffect(() => {
    if (version !== null) news()
  }, [version])
}

/** Pending documents are part of the fund's state, so they are shown before the list is read. */
function useWaiting<T>(list: PagedList<T>, pick: (fund: FundState) => readonly T[]): PagedList<T> {
  const atom: Atom<Live<FundState>> = topicAtom('fund')
  useLiveRows(list, atom, pick)
  useFundNews(list, useAtomValue(atom))
  return list
}

/** Withdrawals use the oldest lots first, which are the last rows. So the pages after the newest are read again too. */
async function readOn(list: PagedList<FundLot>): Promise<void> {
  const oldest = BigInt(list.rows.at(-1)?.id ?? 0)
  let before: string | null = list.rows[pageLimit - 1]?.id ?? null
  while (before !== null && BigInt(before) > oldest) {
    const page: Awaited<ReturnType<typeof readLots>> = await readLots(before)
    if (!page.ok) return
    list.push(page.value.rows.filter(({ id }) => BigInt(id) >= oldest))
    before = page.value.next
  }
}

export function useLotList(): PagedList<FundLot> {
  const list = usePagedList(lots, { name: 'fund lots', read: readLots })
  return useWaiting(
    {
      ...list,
      refresh: () => {
        list.refresh()
        void readOn(list)
      },
    },
    (fund) => fund.pendingLots,
  )
}

export const useRedemptionList = (): PagedList<FundRedemption> =>
  useWaiting(
    usePagedList(redemptions, { name: 'fund redemptions', read: readRedemptions }),
    (fund) => fund.pendingRedemptions,
  )

export const useAccrualList = (): PagedList<AccrualRow> =>
  useWaiting(usePagedList(accruals, { name: 'fund accruals', read: readAccruals }), () => [])

/** Published rates, including future ones. The stream adds new rates. */
export function useRateList(): PagedList<RateRow> {
  const list = usePagedList(rates, { name: 'fund rates', read: readRates })
  useLiveRows(list, topicAtom('rates'), (known) => known.map(rateRow))
  return list
}
