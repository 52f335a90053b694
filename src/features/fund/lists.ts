/** The fund's records as paged lists, which are read again when the stream reports a change of the fund. */
import { type Atom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { listAccruals, listFundRates } from '#contract/endpoints/fund.ts'
import type { FundAccrual, FundRate, FundState } from '#contract/fund.ts'
import { mapPage, readPage } from '#documents/read-page.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, usePagedList } from '#data/use-paged-list.ts'
import { dayNumber } from '#rules/business-day.ts'
import { type Live, topicAtom } from '#streams'

/** The id of a day's row is its day. */
export type AccrualRow = FundAccrual & { id: string }
export type RateRow = FundRate & { id: string }

const accrualRow = (accrual: FundAccrual): AccrualRow => ({
  ...accrual,
  id: String(dayNumber(accrual.day)),
})
const rateRow = (rate: FundRate): RateRow => ({ ...rate, id: String(dayNumber(rate.from)) })

const accruals = listKind<AccrualRow>(mergeBy(() => 0))
const rates = listKind<RateRow>(mergeBy(() => 0))

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
export function usePending<T>(
  list: PagedList<T>,
  pick: (fund: FundState) => readonly T[],
): PagedList<T> {
  const atom: Atom<Live<FundState>> = topicAtom('fund')
  useLiveRows(list, atom, pick)
  useFundNews(list, useAtomValue(atom))
  return list
}

export const useAccrualList = (): PagedList<AccrualRow> =>
  usePending(usePagedList(accruals, { name: 'fund accruals', read: readAccruals }), () => [])

/** Published rates, including future ones. The stream adds new rates. */
export function useRateList(): PagedList<RateRow> {
  const list = usePagedList(rates, { name: 'fund rates', read: readRates })
  useLiveRows(list, topicAtom('rates'), (known) => known.map(rateRow))
  return list
}
