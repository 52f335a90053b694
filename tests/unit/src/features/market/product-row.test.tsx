import { HOUR_MS } from '#contract/time.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Profiler } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { marketSession } from '#contract/product.ts'
import { ProductRow } from '#features/market/product-list-view.tsx'
import { formatFor } from '#i18n/format.ts'
import { renderFeature } from '../render-feature.tsx'
import { bitcoin } from '../sample-product.ts'

const favourite = vi.fn<(symbol: string) => void>()
const row = (
  <ProductRow
    product={bitcoin}
    name="Bitcoin"
    closes={[100, 110]}
    favourite={false}
    place={1}
    count={1}
    onFavourite={favourite}
  />
)
const dayStats = (riseRate: number) => ({
  last: 1,
  reference: 1,
  riseRate,
  high: 1,
  low: 1,
  volume: 1,
  amount: '1',
})

describe('a row', () => {
  it('colours the star of the selected product like the rest of its row', async () => {
    const { view } = await renderFeature(<ProductRow {...row.props} shown />)
    const tinted = view.container.querySelector('.bg-brand-soft')
    expect(tinted?.querySelector('[data-star]')).toBeTruthy()
    expect(tinted?.querySelector('[aria-current]')).toBeTruthy()
  })

  it('holds the price’s place while connecting, and shows the day’s rise from the closes', async () => {
    await renderFeature(row)
    expect(screen.queryByText(/64,000/)).toBeNull()
    expect(screen.getByText('+10.00%')).toBeTruthy()
  })

  it('shows the live price with its direction, and keeps the movement at an equal price', async () => {
    const { streams, view } = await renderFeature(row)
    await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
    const cell = () => view.container.querySelector('[data-quote]')
    expect(cell()?.textContent).toBe('64,000.00')
    expect(cell()?.getAttribute('data-movement')).toBe('up')
    expect(cell()?.querySelector('svg')).toBeTruthy()
    await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
    expect(cell()?.getAttribute('data-movement')).toBe('up')
    await act(async () => streams.tick(bitcoin.id, 6_399_999, 'down'))
    expect(cell()?.getAttribute('data-movement')).toBe('down')
  })

  it('greys a stale price and says so, without hiding it', async () => {
    const { streams, view } = await renderFeature(row)
    await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
    await act(async () =>
      streams.connection$.next({
        status: 'reconnecting',
        attempt: 1,
        nextAttemptAt: null,
        asOf: streams.now,
      }),
    )
    const cell = view.container.querySelector('[data-quote="stale"]')
    expect(cell?.textContent).toContain('64,000.00')
    expect(cell?.textContent).toContain('Price delayed')
    expect(cell?.className).toContain('text-ink-3')
  })

  it('renders the price cell alone when a tick comes', async () => {
    const renders = vi.fn<() => void>()
    const { streams, view } = await renderFeature(
      <Profiler id="row" onRender={renders}>
        {row}
      </Profiler>,
    )
    await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
    const changed: Node[] = []
    const seen = new MutationObserver((records) => {
      changed.push(...records.map((record) => record.target))
    })
    seen.observe(view.container, { subtree: true, childList: true, characterData: true })
    renders.mockClear()
    await act(async () => streams.tick(bitcoin.id, 6_400_100, 'up'))
    await waitFor(() => expect(changed.length).toBeGreaterThan(0))
    const cell = view.container.querySelector('[data-quote]')
    expect(renders).toHaveBeenCalledTimes(1)
    expect(changed.every((node) => cell?.contains(node) === true)).toBe(true)
  })

  it.each([
    [142, 'text-up'],
    [-9, 'text-down'],
    [0, 'text-ink-3'],
  ])('draws the day in the colour of the rise beside it, %i', async (riseRate, tone) => {
    // The closes rise, whatever the figure says.
    const { streams, view } = await renderFeature(row)
    await act(async () =>
      streams.stats$(bitcoin.id).next({ value: dayStats(riseRate), asOf: streams.now }),
    )
    await waitFor(() => {
      const drawn = view.container.querySelector('path[stroke-linejoin=round][fill=none]')
      expect(drawn?.closest('span')?.className).toBe(tone)
    })
  })

  it('shows the live 24 h rise with its sign', async () => {
    const { streams } = await renderFeature(row)
    await act(async () =>
      streams.stats$(bitcoin.id).next({ value: dayStats(-123), asOf: streams.now }),
    )
    expect(screen.getByText('−1.23%')).toBeTruthy()
  })

  it('says under maintenance with the opening time when the market closes, and stops when it opens', async () => {
    const { streams } = await renderFeature(row)
    expect(screen.queryByText(/maintenance/i)).toBeNull()
    const opensAt = streams.now + 40 * HOUR_MS
    const closed = marketSession.parse({ state: 'closed', opensAt, closesAt: null })
    const say = (value: typeof closed) =>
      act(async () => streams.session$(bitcoin.id).next({ value, asOf: streams.now }))
    await say(closed)
    expect((await screen.findByText(/^Closed \(maintenance\)/)).textContent).toContain(
      formatFor('en').weekdayTime(opensAt),
    )
    await say(marketSession.parse({ state: 'halted', opensAt: null, closesAt: null }))
    expect(screen.getAllByText('Under maintenance')).toHaveLength(2)
    await say(bitcoin.session)
    expect(screen.queryByText(/maintenance/i)).toBeNull()
  })

  it('shows a dash for what no live product has while its venues are away, and waits once they are back', async () => {
    const { streams, view } = await renderFeature(
      <ProductRow
        product={{ ...bitcoin, source: 'live' }}
        name="Bitcoin"
        closes={undefined}
        favourite={false}
        place={1}
        count={1}
        onFavourite={favourite}
      />,
    )
    const skeletons = () => view.container.querySelectorAll('.animate-skeleton').length
    const { now: asOf } = streams
    expect(skeletons()).toBe(2)
    const away = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
    await act(async () => streams.session$(bitcoin.id).next({ value: away, asOf }))
    expect(skeletons()).toBe(0)
    expect(screen.getByText('No price').className).toContain('text-ink-3')
    expect(screen.getByText('–').className).toContain('text-ink-3')
    await act(async () => streams.session$(bitcoin.id).next({ value: bitcoin.session, asOf }))
    expect(skeletons()).toBe(2)
  })

  it('greys the price of a closed market without calling it delayed', async () => {
    const { streams, view } = await renderFeature(row)
    const { now: asOf, connection$ } = streams
    const closed = marketSession.parse({ state: 'closed', opensAt: null, closesAt: null })
    await act(async () => streams.tick(bitcoin.id, 6_400_000, 'up'))
    await act(async () => streams.session$(bitcoin.id).next({ value: closed, asOf }))
    const cell = () => view.container.querySelector('[data-quote]')
    expect(cell()?.className).toContain('text-ink-3')
    await act(async () =>
      connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf }),
    )
    expect(cell()?.getAttribute('data-quote')).toBe('stale')
    expect(cell()?.textContent).toBe('64,000.00')
    expect(cell()?.getAttribute('title')).toBeNull()
  })

  it('leases its prices only while mounted', async () => {
    const { streams, view } = await renderFeature(row)
    expect([...streams.leases.keys()].sort()).toEqual(['quote:18:list', 'session:18', 'stats:18'])
    view.unmount()
    expect(streams.leases.size).toBe(0)
  })

  it('toggles a favourite by a named button', async () => {
    await renderFeature(row)
    const star = screen.getByRole('button', { name: 'Favourite: Bitcoin' })
    expect(star.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(star)
    expect(favourite).toHaveBeenCalledWith('BTCUSDT')
  })

  it('leads to the product’s own page', async () => {
    await renderFeature(row)
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/pages/Detail/Detail?symbol=BTCUSDT',
    )
  })
})
