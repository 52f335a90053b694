import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { appInfoAtom } from '#api/session.ts'
import { settle } from '#rules/settle.ts'
import { sampleAppInfo } from '#support/sample-account.ts'
import { heartbeat, logOf, tick } from '#support/records.ts'
import { figuresWire, risingRecord, statisticsWire, ticksWire } from '#support/sample-trust.ts'
import { tallWindow } from '#support/tall-window.ts'
import { OddsPage } from '../../../../src/pages/trust/odds.tsx'
import { StatisticsPage } from '../../../../src/pages/trust/statistics.tsx'
import { TrustPage } from '../../../../src/pages/trust/trust.tsx'
import { productsReply } from '../features/sample-product.ts'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

beforeEach(() => {
  tallWindow()
})

const products = { ...productsReply, serverTime: 80_000 }

describe('how a result is settled', () => {
  const shown = async (ticks = ticksWire(), address = '/') => {
    const calls = fakeNetwork(({ path }) => json(path === '/products' ? products : ticks))
    await renderFeature(<TrustPage />, address)
    return calls
  }

  it('says the rule and shows it at work on public prices', async () => {
    await shown()
    expect(screen.getByText(/no price comes within 3 s of the start/)).toBeTruthy()
    expect(await screen.findByText(/^If this had been your order: (Up|Down), 30 sec/)).toBeTruthy()
    // Prices only rise here.
    const result = screen.getByText(/^You chose (Up|Down)\. The price went from/)
    expect(result.textContent).toMatch(/chose Up.*you won|chose Down.*you lost/)
  })

  it.each([
    ['simulated', /^Simulated prices come from a secret number/, /^Live prices are/],
    ['live', /^Live prices are the middle one/, /^Simulated prices/],
  ] as const)('says why %s prices cannot be changed', async (source, said, unsaid) => {
    fakeNetwork(({ path }) => json(path === '/products' ? products : ticksWire()))
    await renderFeature(<TrustPage />, '/', (store) =>
      store.set(appInfoAtom, { ...sampleAppInfo, source }),
    )
    expect(screen.getByText(said)).toBeTruthy()
    expect(screen.queryByText(unsaid)).toBeNull()
  })

  it('names the very ticks that the rule decides with, between their neighbours', async () => {
    await shown()
    const tables = await screen.findAllByRole('table')
    expect(tables.map((table) => within(table).getByText(/^(Entry|Exit) price$/))).toHaveLength(2)
    const seqOf = (table: HTMLElement | undefined): number => {
      const rows = within(table ?? document.body).getAllByRole('row')
      const decisive = rows.find((row) => row.querySelector('span') !== null)
      return Number.parseInt(decisive?.textContent ?? '', 10)
    }
    const [entry, exit] = [seqOf(tables[0]), seqOf(tables[1])]
    const startsAt = (entry - 1) * 1_000 + 500
    const terms = { direction: 'up', startsAt, expiresAt: startsAt + 30_000 } as const
    const judged = settle(logOf(risingRecord(80)), terms)
    expect(judged?.entry?.seq).toBe(entry)
    expect(Math.abs((judged?.exit?.seq ?? 0) - exit)).toBeLessThanOrEqual(1)
  })

  it('draws another example from the same public record', async () => {
    const calls = await shown()
    const asked = () => calls.filter(({ path }) => path.startsWith('/ticks/BTCUSDT?')).length
    const button = await screen.findByRole('button', { name: 'Another example' })
    const before = asked()
    await userEvent.click(button)
    expect(asked()).toBe(before + 1)
    expect(screen.getByText(/^If this had been your order/)).toBeTruthy()
  })

  it('says so where there are too few prices, and keeps the way to another product', async () => {
    await shown({ records: logOf([tick(1_000, 5), heartbeat(20_000)]), more: false })
    expect(await screen.findByText(/aren’t enough prices for an example/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Product/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Gold futures' }))
    expect(await screen.findByRole('button', { name: /^Product.*Gold/ })).toBeTruthy()
  })

  it('begins with the product that the address names', async () => {
    const calls = await shown(ticksWire(), '/?symbol=EURUSD')
    await screen.findByText(/^If this had been/)
    expect(calls.some(({ path }) => path.startsWith('/ticks/EURUSD?'))).toBe(true)
  })

  it('can be tried again when the record cannot be read', async () => {
    let broken = true
    fakeNetwork(({ path }) => {
      if (path === '/products') return json(products)
      return broken ? problem('unavailable', 503) : json(ticksWire())
    })
    await renderFeature(<TrustPage />)
    const again = await screen.findByRole('button', { name: 'Try again' })
    broken = false
    await userEvent.click(again)
    expect(await screen.findByText(/^If this had been/)).toBeTruthy()
  })
})

describe('the odds', () => {
  const shown = async (address = '/') => {
    fakeNetwork(() => json(products))
    await renderFeature(<OddsPage />, address)
    await screen.findByLabelText('Stake per order')
  }
  const fact = (name: string): string | null =>
    screen.getByText(name).parentElement?.querySelector('dd')?.textContent ?? null

  it('say that an order loses on average, and exactly how much', async () => {
    await shown()
    expect(screen.getByText(/On average, an order loses money/)).toBeTruthy()
    // 30 seconds at 80 %: 50 × 80 − 50 × 100.
    expect(screen.getByText('−1,000.00')).toBeTruthy()
    expect(screen.getByText('−10.00% of the total staked')).toBeTruthy()
    expect(screen.getByText(/^5 of every 9 orders/)).toBeTruthy()
    expect(screen.getByText('55.56%')).toBeTruthy()
    expect(fact('If right, you gain')).toBe('+80.00')
    expect(fact('60 of 100 right')).toBe('+800.00')
  })

  it('reckon with the stake that is typed and the duration that is chosen', async () => {
    await shown()
    const stake = screen.getByLabelText('Stake per order')
    await userEvent.clear(stake)
    await userEvent.type(stake, '20')
    await userEvent.click(screen.getByRole('tab', { name: '1 min' }))
    expect(screen.getByText('−150.00')).toBeTruthy()
    expect(screen.getByText(/^20 of every 37 orders/)).toBeTruthy()
  })

  it('work the break-even share out from the payout as it is paid', async () => {
    await shown()
    const stake = screen.getByLabelText('Stake per order')
    await userEvent.clear(stake)
    await userEvent.type(stake, '5.01')
    // 80 % of 5.01 is 4.008: 4.00 are paid.
    expect(screen.getByText('55.61%')).toBeTruthy()
    expect(screen.getByText(/^501 of every 901 orders/)).toBeTruthy()
  })

  it('keep the last figures while the stake is none', async () => {
    await shown()
    await userEvent.clear(screen.getByLabelText('Stake per order'))
    expect(screen.getByText('−1,000.00')).toBeTruthy()
    expect(screen.getByRole('alert')).toBeTruthy()
  })

  it('show that the share of losers grows with the orders', async () => {
    await shown()
    const shares = ['after 10 orders', 'after 100 orders', 'after 1,000 orders'].map(fact)
    expect(shares).toEqual(['62.3%', '86.44%', '99.98%'])
  })
})

describe('the statistics', () => {
  const shown = async (wire = statisticsWire()) => {
    fakeNetwork(() => json(wire))
    await renderFeature(<StatisticsPage />, '/', (store) =>
      store.set(appInfoAtom, { ...sampleAppInfo, practice: true, practiceReviewer: true }),
    )
    return userEvent.setup()
  }
  const region = async (name: string) => within(await screen.findByRole('region', { name }))

  it('say that there are too few instead of a share', async () => {
    await shown()
    const orders = await region('How orders ended')
    expect(orders.getByText('3')).toBeTruthy()
    expect(orders.getByText(/Fewer than 20 so far/)).toBeTruthy()
    expect(orders.queryByText(/%/)).toBeNull()
    expect((await region('Users who lost')).getByText(/Fewer than 20 so far/)).toBeTruthy()
  })

  it('show every share with its count, for all time when asked', async () => {
    const user = await shown()
    await user.click(await screen.findByRole('radio', { name: 'All time' }))
    const orders = await region('How orders ended')
    for (const text of ['47% (470)', '51.2% (512)', '1.1% (11)', '0.7% (7)']) {
      expect(orders.getByText(text)).toBeTruthy()
    }
    const users = await region('Users who lost')
    expect(users.getByText('75% (45)')).toBeTruthy()
    expect(users.getByText('25% (15)')).toBeTruthy()
  })

  it('name median and ninth decile of the reviews in fitting units', async () => {
    await shown()
    const reviews = await region('How long reviews took')
    expect(reviews.getByText('4.2 sec')).toBeTruthy()
    expect(reviews.getByText('1.6 min')).toBeTruthy()
    expect(reviews.getByText('40 decided')).toBeTruthy()
    expect(reviews.getAllByText(/Fewer than 20 so far/)).toHaveLength(2)
  })

  it('say that the money is for practice and who reviews', async () => {
    await shown(statisticsWire({ recent: figuresWire() }))
    expect(await screen.findByText(/these figures come from practice/)).toBeTruthy()
    expect(screen.getByText(/decided by the practice reviewer/)).toBeTruthy()
  })
})
