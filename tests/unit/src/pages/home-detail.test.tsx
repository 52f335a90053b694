import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { NEWS, NEWS_IDS } from '#features/articles/news.ts'
import { newsPath, PATHS } from '#lib/paths.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { HomeDetailPage } from '../../../../src/pages/home/home-detail.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const read = (id: string) => renderFeature(<HomeDetailPage />, newsPath(id))

it.each(NEWS_IDS)('opens %s with its date and sections, every text filled in', async (id) => {
  const { view } = await read(id)
  const article = screen.getByRole('article')
  expect(within(article).getAllByRole('heading').length).toBeGreaterThan(3)
  expect(article.querySelector('time')?.dateTime).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(view.container.textContent).not.toMatch(/\{\{|news:|\w+\.\w+\.(title|text)/)
})

it('names the rule’s own limit rather than a number of the text', async () => {
  await read('result')
  expect(screen.getByText(/If no price comes within 3 seconds/)).toBeTruthy()
})

it('leads on to pages that are there, and to all the other articles', async () => {
  await read('result')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toContain(`${PATHS.orders}?tab=settled`)
  const others = NEWS_IDS.filter((id) => id !== 'result').map(newsPath)
  expect(links).toEqual(expect.arrayContaining(others))
  expect(links).not.toContain(newsPath('result'))
})

it('lists every article when none is named, and says so when the named one is not there', async () => {
  const { view } = await renderFeature(<HomeDetailPage />, PATHS.homeDetail)
  expect(screen.getAllByRole('link')).toHaveLength(NEWS_IDS.length)
  expect(screen.queryByRole('status')).toBeNull()
  view.unmount()
  await read('no-such-thing')
  expect(screen.getByRole('status').textContent).toContain('We couldn’t find this article')
  expect(screen.getAllByRole('link')).toHaveLength(NEWS_IDS.length)
})

it('passes the link on by the device’s own sheet, and is calm when that is closed', async () => {
  const share = vi.fn<() => Promise<void>>(async () => {
    throw new DOMException('closed', 'AbortError')
  })
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const { store } = await read('rule')
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledOnce()
  expect(store.get(toastsAtom)).toEqual([])
  Reflect.deleteProperty(navigator, 'share')
})

it('copies the link where the device has no such sheet', async () => {
  const user = userEvent.setup()
  const { store } = await read('rule')
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await navigator.clipboard.readText()).toBe(location.href)
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Link copied')
})

it('is listed newest first, each article once', () => {
  const days = NEWS.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(NEWS.map(({ id }) => id)).toEqual([...NEWS_IDS])
})
