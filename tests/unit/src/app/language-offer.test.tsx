import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { LanguageOffer } from '#app/language-offer.tsx'
import { setUpLanguage } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'

it('offers the language of the browser without loading all later texts in it', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  const i18n = await setUpLanguage('en')
  render(
    <Provider store={createStore()}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter initialEntries={[PATHS.products]}>
          <LanguageOffer />
        </MemoryRouter>
      </I18nextProvider>
    </Provider>,
  )
  expect(await screen.findByRole('button', { name: 'Deutsch' })).toBeTruthy()
  await i18n.loadNamespaces('orders')
  expect(i18n.hasResourceBundle('en', 'orders')).toBe(true)
  expect(i18n.hasResourceBundle('de', 'orders')).toBe(false)
})
