import { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { deviceAtom, installPromptAtom } from '#features/settings/install-prompt.ts'
import { heardOfferAtom, installedAtom } from '#features/settings/install-offer.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

function on({ standalone = false, agent = 'Mozilla/5.0 (Linux; Android 15)' } = {}) {
  const store = createStore()
  store.set(deviceAtom, { standalone: () => standalone, agent: () => agent })
  return store
}

it('says how a person installs it by hand where the browser offers nothing', () => {
  expect(on().get(installPromptAtom).kind).toBe('menu')
  expect(on({ agent: IPHONE }).get(installPromptAtom).kind).toBe('ios')
  expect(on({ standalone: true }).get(installPromptAtom).kind).toBe('installed')
})

it('holds the browser’s own banner back until somebody asks for it', () => {
  const store = on()
  const prompt = vi.fn(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  store.set(heardOfferAtom, offer)
  expect(offer.defaultPrevented).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  const way = store.get(installPromptAtom)
  if (way.kind === 'prompt') way.ask()
  expect(prompt).toHaveBeenCalledTimes(1)
  store.set(installedAtom)
  expect(store.get(installPromptAtom).kind).toBe('menu')
})
