import { waitFor } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { afterEach, expect, it } from 'vitest'
import { appInfoAtom } from '#api/session.ts'
import { followBrand } from '#app/follow-brand.ts'
import { DEFAULT_BRAND } from '#contract/brand.ts'
import { BRAND_STYLES_ID } from '#contract/page-elements.ts'
import { brandName } from '#lib/brand.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { fakeNetwork, json } from '../features/render-feature.tsx'

const INFO = {
  version: '1',
  versionCode: 1,
  practice: true,
  guests: true,
  supportContact: null,
  practiceReviewer: true,
  source: 'simulated',
  speed: 1,
  serverTime: 1,
} as const
const NEW = {
  revision: '7',
  brand: { ...DEFAULT_BRAND, name: 'Other', colours: { light: '#5b2a86', dark: '#c9a7f0' } },
}
afterEach(() => {
  document.documentElement.dataset['brand'] = 'Fairtick'
  delete document.documentElement.dataset['brandRevision']
  document.getElementById(BRAND_STYLES_ID)?.remove()
})

async function followed(brand?: string) {
  const calls = fakeNetwork(() => json(NEW))
  const store = createStore()
  const i18n = await setUpLanguage('en')
  followBrand(store, i18n)
  const describe = (revision?: string) =>
    store.set(appInfoAtom, {
      ...INFO,
      serverTime: Date.now() as never,
      ...(revision && { brand: revision }),
    })
  describe(brand)
  return { calls, i18n, describe }
}

it('asks for nothing while the page has the brand of the server', async () => {
  const { calls } = await followed()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(calls).toEqual([])
})

it('shows the name and the colours of a newer brand, in the texts too, and asks once', async () => {
  const { calls, i18n, describe } = await followed('7')
  await waitFor(() => expect(brandName()).toBe('Other'))
  expect(document.getElementById(BRAND_STYLES_ID)?.textContent).toContain('--color-brand:#5b2a86')
  expect(i18n.t('common:appName')).toBe('Other')
  describe('7')
  expect(calls.map(({ path }) => path)).toEqual(['/brand'])
})
