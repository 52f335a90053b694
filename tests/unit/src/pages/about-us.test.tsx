import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PATHS } from '#lib/paths.ts'
import { AboutPage } from '../../../../src/pages/about-us/about-us.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const info = (change = {}): string =>
  JSON.stringify({
    version: '1.0.0',
    versionCode: 100,
    practice: true,
    practiceReviewer: true,
    source: 'simulated',
    speed: 1,
    serverTime: 1_700_000_000_000,
    ...change,
  })
const fact = (name: string): string | null =>
  screen.getByText(name).parentElement?.querySelector('dd')?.textContent ?? null

it('says who makes it, how results are decided and what is not promised', async () => {
  await renderFeature(<AboutPage />)
  const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(titles).toEqual(
    expect.arrayContaining(['Who we are', 'How results are decided', 'What we don’t promise']),
  )
  expect(screen.getByText(/if no price comes within 3 s of the start/)).toBeTruthy()
  expect(screen.getByText(/We don’t promise profit/)).toBeTruthy()
})

it('jumps from the contents to a section, and the focus goes with it', async () => {
  await renderFeature(<AboutPage />)
  const heading = screen.getByRole('heading', { name: 'How to reach us' })
  const scrolled = vi.fn<() => void>()
  heading.scrollIntoView = scrolled
  const contents = screen.getByRole('navigation', { name: 'On this page' })
  await userEvent.click(within(contents).getByRole('button', { name: 'How to reach us' }))
  expect(scrolled).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(heading)
})

it('names the version alone until the server has said what it is', async () => {
  await renderFeature(<AboutPage />)
  expect(fact('App version')).toBe('1.0.0 (100)')
  expect(screen.queryByText('Server version')).toBeNull()
})

it('says of a practice server that it is one', async () => {
  localStorage.setItem('appInfo', info({ version: '1.0.1', versionCode: 101 }))
  await renderFeature(<AboutPage />)
  expect(fact('Server version')).toBe('1.0.1 (101)')
  expect(fact('Money')).toBe('Practice money')
  expect(fact('Prices')).toBe('Simulated prices')
  expect(fact('Reviewed by')).toBe('Practice reviewer')
})

it('says so too when the money is real and people review', async () => {
  localStorage.setItem('appInfo', info({ practice: false, practiceReviewer: false }))
  await renderFeature(<AboutPage />)
  expect(fact('Money')).toBe('Real money')
  expect(fact('Reviewed by')).toBe('Operators')
})

it('says of live prices what is true of them, and nothing of simulated ones', async () => {
  localStorage.setItem('appInfo', info({ source: 'live' }))
  await renderFeature(<AboutPage />)
  expect(fact('Prices')).toBe('Live prices')
  expect(screen.getByText(/^Live prices are the middle one/)).toBeTruthy()
  expect(screen.getByText(/nothing proves that none is missing/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/simulated|recorded prices/i)
})

it('says nothing of live prices where they are simulated', async () => {
  localStorage.setItem('appInfo', info())
  await renderFeature(<AboutPage />)
  expect(screen.getByText(/^Simulated prices come from a secret number/)).toBeTruthy()
  expect(screen.queryByText(/^Live prices are/)).toBeNull()
})

it('leads on to pages that are there', async () => {
  await renderFeature(<AboutPage />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    PATHS.trust,
    `${PATHS.orders}?tab=settled`,
    PATHS.privacy,
    PATHS.openLocation,
    '/api/docs',
    '/third-party-notices.txt',
  ])
})
