import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HELP, HELP_IDS } from '#features/articles/help.ts'
import { articlePath, PATHS } from '#lib/paths.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { HomeDetailPage } from '../../../../src/pages/home/home-detail.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

const ITEMS = [
  { id: '7', language: 'en', title: 'Maintenance', publishedAt: 1_795_000_000_000 },
  { id: '6', language: 'en', title: 'Welcome', publishedAt: 1_794_000_000_000 },
]
const OLDER = [{ ...ITEMS[1], id: '2', title: 'The first article' }]
const BODY = 'First paragraph.\nIts second line.\n\nSecond paragraph.'
let items: typeof ITEMS = []
let next: string | null = null
beforeEach(() => {
  items = []
  next = null
  fakeNetwork(({ path }) => {
    const [address = ''] = path.split('?')
    if (address === '/news')
      return json(path.includes('before=') ? { items: OLDER, next: null } : { items, next })
    const found = items.find(({ id }) => address === `/news/${id}`)
    return found === undefined ? problem('not_found', 404) : json({ ...found, body: BODY })
  })
})

const read = (id: string) => renderFeature(<HomeDetailPage />, articlePath(id))

it.each(HELP_IDS)('opens %s with its sections, every text filled in', async (id) => {
  const { view } = await read(id)
  const article = screen.getByRole('article')
  expect(within(article).getAllByRole('heading').length).toBeGreaterThan(3)
  expect(view.container.textContent).not.toMatch(/\{\{|help:|\w+\.\w+\.(title|text)/)
})

it('names the rule’s own limit rather than a number of the text', async () => {
  await read('result')
  expect(screen.getByText(/If no price comes within 3 seconds/)).toBeTruthy()
})

it('leads on to pages that are there, and to all the other articles', async () => {
  await read('result')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toContain(`${PATHS.orders}?tab=settled`)
  const others = HELP_IDS.filter((id) => id !== 'result').map(articlePath)
  expect(links).toEqual(expect.arrayContaining(others))
  expect(links).not.toContain(articlePath('result'))
})

it('lists every article when none is named, and says so when the named one is not there', async () => {
  const { view } = await renderFeature(<HomeDetailPage />, PATHS.homeDetail)
  expect(screen.getAllByRole('link')).toHaveLength(HELP_IDS.length)
  expect(screen.queryByRole('status')).toBeNull()
  view.unmount()
  await read('no-such-thing')
  expect(screen.getByRole('status').textContent).toContain('We couldn’t find this article')
  expect(screen.getAllByRole('link')).toHaveLength(HELP_IDS.length)
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

it('has each article once', () => {
  expect(HELP.map(({ id }) => id)).toEqual([...HELP_IDS])
})

describe('the news', () => {
  it('are listed above the help, and older ones with a tap', async () => {
    items = ITEMS
    next = '6'
    await renderFeature(<HomeDetailPage />, PATHS.homeDetail)
    const region = within(await screen.findByRole('region', { name: 'News' }))
    expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['7', '6'].map(articlePath),
    )
    await userEvent.click(region.getByRole('button', { name: 'Older' }))
    expect(await region.findByText('The first article')).toBeTruthy()
    expect(region.queryByRole('button', { name: 'Older' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Help' })).toBeTruthy()
  })

  it('open with their paragraphs in their language, and lead to the others', async () => {
    items = ITEMS
    await read('7')
    const article = await screen.findByRole('article', { name: 'Maintenance' })
    const paragraphs = [...article.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(paragraphs).toEqual(['First paragraph.\nIts second line.', 'Second paragraph.'])
    expect(article.querySelector('p')?.closest('[lang]')?.getAttribute('lang')).toBe('en')
    const others = within(await screen.findByRole('region', { name: 'More news' }))
    expect(others.getAllByRole('link')).toHaveLength(1)
  })

  it('say that an article is not there, when it was withdrawn', async () => {
    await read('9')
    expect((await screen.findByRole('status')).textContent).toContain('We couldn’t find')
    expect(screen.queryByRole('region', { name: 'More news' })).toBeNull()
  })

  it('say when they could not be read, and read them with a tap', async () => {
    items = ITEMS
    let fails = true
    fakeNetwork(({ path }) => {
      if (fails) return problem('unavailable', 503)
      return path.startsWith('/news?') ? json({ items, next }) : json({ ...ITEMS[0], body: BODY })
    })
    await read('7')
    const again = await screen.findByRole('button', { name: 'Try again' })
    fails = false
    await userEvent.click(again)
    expect(await screen.findByRole('article', { name: 'Maintenance' })).toBeTruthy()
  })
})
