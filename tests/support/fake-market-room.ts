/** The fake market as an app takes one: its products in the database, prices only when the test pushes them. */
import type { MarketNeeds, MarketRoom } from '#server/app.ts'
import { openMaintenance } from '#server/market/maintenance.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket } from '#support/fake-market.ts'

/** Around a market that the test keeps its hands on. */
export const roomOf =
  (market: FakeMarket) =>
  async ({ pools }: MarketNeeds): Promise<MarketRoom> => {
    for (const { id, symbol } of FAKE_PRODUCTS) {
      await pools.market.query('insert into products values ($1, $2) on conflict do nothing', [
        id,
        symbol,
      ])
    }
    market.storeIn(pools.market)
    const maintenance = await openMaintenance(pools.market)
    const show = (id: number): void => {
      market.session(id, { state: maintenance.of(id) === 'open' ? 'open' : 'halted' })
    }
    for (const { id } of FAKE_PRODUCTS) if (maintenance.of(id) !== 'open') show(id)
    maintenance.onChange(show)
    return {
      market,
      maintenance,
      quotes: { onTick: () => () => undefined, latest: () => [], statsRow: () => null },
      stop: () => market.close(),
    }
  }

export const fakeMarketRoom = (needs: MarketNeeds): Promise<MarketRoom> =>
  roomOf(fakeMarket())(needs)
