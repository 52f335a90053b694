import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appInfoAtom, rememberAtom, sessionEndedAtom } from '#api/session.ts'
import { Shell } from '#app/shell.tsx'
import { me } from '#contract/account.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { largeScreen } from '#support/large-screen.ts'
import { sampleAppInfo } from '#support/sample-account.ts'
import { renderFeature } from '../features/render-feature.tsx'

const at = (path: string) =>
  renderFeature(
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={<p>A page</p>} />
      </Route>
    </Routes>,
    path,
  )

describe('around a page', () => {
  it('stands the tab bar with the four tabs, the present one marked', async () => {
    await at(PATHS.products)
    const tabs = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(tabs).toEqual(['Home', 'Products', "Yu'ebao", 'Me'])
    const current = document.querySelector('[aria-current="page"]')
    expect(current?.textContent).toBe('Products')
  })

  it('names the page in its heading and in the window', async () => {
    await at(PATHS.products)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Products')
    expect(document.title).toBe('Products · Fairtick')
  })

  it('has the product as the title of its page, and the page’s own where there is none', async () => {
    const { view } = await at(productPath('BTCUSDT'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bitcoin')
    expect(document.title).toBe('Bitcoin · Fairtick')
    view.unmount()
    await at(productPath('NONE'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trade')
  })

  it('gives pages without a tab a way back', async () => {
    await at(PATHS.login)
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  it.each([`${PATHS.home}/`, `${PATHS.home}//`, `/${PATHS.home}`])(
    'knows the home page by the address %s too',
    async (path) => {
      await at(path)
      expect(document.title).toBe('Home · Fairtick')
      expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('Home')
    },
  )

  it.each([PATHS.withdraw, PATHS.fundDeposit, PATHS.fundRecords])(
    'says in words that the money is practice money where it moves: %s',
    async (path) => {
      await at(path)
      expect((await screen.findByText('Practice money')).closest('main')).toBeTruthy()
    },
  )

  it('says so nowhere in words where money is only shown', async () => {
    await at(PATHS.products)
    expect(screen.queryByText('Practice money')).toBeNull()
  })
})

describe('beside a user’s own page on a large screen', () => {
  beforeEach(() => largeScreen())
  const links = async () =>
    within(await screen.findByRole('navigation', { name: 'My pages' })).getAllByRole('link')
  const logIn = (store: Awaited<ReturnType<typeof at>>['store'], guest = false) =>
    act(async () => store.set(rememberAtom, { handle: 'one', me: { ...meOf('someone_1'), guest } }))
  const none = async () => {
    // Its code is there, so it would be too.
    await act(() => import('#app/side-nav.tsx'))
    expect(screen.queryByRole('navigation', { name: 'My pages' })).toBeNull()
  }

  it('stand the links to the others, this one marked', async () => {
    const { store } = await at(PATHS.accountDetail)
    await logIn(store)
    expect((await links()).map((link) => link.textContent).slice(0, 5)).toEqual([
      'Orders',
      'My results',
      'Statement',
      'Deposits',
      'Withdrawals',
    ])
    const marked = (await links()).filter((link) => link.getAttribute('aria-current') === 'page')
    expect(marked.map((link) => link.textContent)).toEqual(['Withdraw to'])
    const main = document.querySelector('main')
    const nav = screen.getByRole('navigation', { name: 'My pages' })
    expect(main && nav.compareDocumentPosition(main)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('are only those that a guest has', async () => {
    const { store } = await at(PATHS.orders)
    await logIn(store, true)
    expect((await links()).map((link) => link.textContent)).toEqual([
      'Orders',
      'My results',
      'Statement',
      'Settings',
    ])
  })

  it.each([PATHS.products, PATHS.withdraw, PATHS.user])('are not on %s', async (path) => {
    const { store } = await at(path)
    await logIn(store)
    await none()
  })

  it('are not there before the log-in', async () => {
    await at(PATHS.orders)
    await none()
  })
})

const SIMULATED = getAppInfo.reply.parse({ ...sampleAppInfo, source: 'simulated' })
const meOf = (account: string) =>
  me.parse({
    account,
    nickname: account,
    openingCode: '0123456789',
    level: 'ordinary',
    createdAt: 1,
  })
const chip = () => screen.getByRole('button', { name: /^Practice/ })
/** What screen readers are notified of. */
const announced = () => document.querySelector('[data-connection] [role=status]')?.textContent

describe('the chip in the header', () => {
  it.each(Object.entries(PATHS))('is on the page %s', async (_, path) => {
    await at(path)
    expect(chip()).toBeTruthy()
  })

  it('says practice, source and connection, and opens what each means', async () => {
    const { store } = await at(PATHS.products)
    await act(async () => store.set(appInfoAtom, SIMULATED))
    expect(chip().textContent).toBe('PracticesimulatedConnected')
    await userEvent.click(chip())
    const sheet = within(
      await screen.findByRole('dialog', { name: 'Money, prices and connection' }),
    )
    expect(sheet.getByText('Practice money')).toBeTruthy()
    expect(sheet.getByText('Simulated prices')).toBeTruthy()
    expect(sheet.getByText('Connected')).toBeTruthy()
    expect(sheet.getByRole('link', { name: 'How it is settled' })).toBeTruthy()
  })

  it('says nothing of practice where the money is real', async () => {
    const { store } = await at(PATHS.withdraw)
    await act(async () => store.set(appInfoAtom, { ...SIMULATED, practice: false }))
    expect(screen.queryByText(/Practice/)).toBeNull()
    expect(screen.getByRole('button', { name: /simulated/ })).toBeTruthy()
  })

  it('keeps the source when another account logs in', async () => {
    const { store } = await at(PATHS.products)
    await act(async () => store.set(appInfoAtom, SIMULATED))
    const logIn = (account: string) =>
      act(async () => store.set(rememberAtom, { handle: account, me: meOf(account) }))
    await logIn('guest_01')
    await logIn('member_01')
    expect(chip().textContent).toContain('simulated')
  })

  it('tells live, delayed with its age, and reconnecting apart, and announces each once', async () => {
    const { streams } = await at(PATHS.products)
    expect(announced()).toBe('Connected')
    const asOf = streams.now
    streams.now += 7_400
    await act(async () => streams.connection$.next({ status: 'stale', asOf }))
    expect(chip().textContent).toBe('PracticeDelayed7 s')
    expect(announced()).toBe('Delayed')
    await act(async () =>
      streams.connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf }),
    )
    expect(chip().textContent).toBe('PracticeReconnecting7 s')
    expect(announced()).toBe('Reconnecting')
    await act(async () => streams.connection$.next({ status: 'connecting' }))
    expect(announced()).toBe('Connecting')
    expect(document.querySelectorAll('header [role=status]')).toHaveLength(1)
  })

  it('explains the state, with its age, while it is opened', async () => {
    const { streams } = await at(PATHS.products)
    const asOf = streams.now
    streams.now += 12_000
    await act(async () =>
      streams.connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf }),
    )
    await userEvent.click(chip())
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('Reconnecting').parentElement?.textContent).toBe('Reconnecting12 s')
    expect(sheet.getByText(/^The connection was lost/)).toBeTruthy()
  })
})

it('says that the session has ended, with the way back in', async () => {
  const { store } = await at(PATHS.products)
  await act(async () => store.set(sessionEndedAtom, true))
  expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended')
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in')
})

describe('the offer of another language', () => {
  const browser = (languages: string[]) =>
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

  it('is made in the browser’s own language until it is taken', async () => {
    browser(['de-DE'])
    await at(PATHS.products)
    const german = await screen.findByRole('button', { name: 'Deutsch' })
    expect(german.closest('aside')?.lang).toBe('de')
    await userEvent.click(german)
    expect(localStorage.getItem('language')).toBe('de')
    expect(screen.queryByRole('button', { name: 'Deutsch' })).toBeNull()
  })

  it('is not made for the language on screen, nor again once closed', async () => {
    browser(['en-GB'])
    const first = await at(PATHS.products)
    expect(document.querySelector('aside[lang]')).toBeNull()
    first.view.unmount()
    browser(['fr'])
    const { view } = await at(PATHS.products)
    const offer = await screen.findByRole('button', { name: 'Français' })
    const aside = offer.closest('aside')
    await userEvent.click(aside?.querySelector('button:last-of-type') ?? offer)
    expect(document.querySelector('aside[lang]')).toBeNull()
    view.unmount()
    await at(PATHS.products)
    expect(document.querySelector('aside[lang]')).toBeNull()
  })
})

it('opens the preferences, changes the theme, and gives the focus back', async () => {
  await at(PATHS.products)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Preferences' }))
  const dialog = await screen.findByRole('dialog', { name: 'Preferences' })
  expect(dialog).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem('theme')).toBe('dark')
  await user.click(screen.getByRole('radio', { name: 'Red for up' }))
  expect(localStorage.getItem('upColour')).toBe('red')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferences' }))
})
