/**
 * Gives each test a page in its initial state. Files share one page and its modules, so everything that a test changes
 * is reset here: components, the document, storage, the address, stubs and clocks. No test may reset the modules: the
 * listeners of those before would remain beside the new ones.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { HANG_MS } from '#support/until.ts'
import { prepareCalls } from '#api/call.ts'
// The app loads it later. Here it is there from the start, so that no test waits for it.
import '#features/session/own-balance.tsx'

document.documentElement.dataset['brand'] = 'Fairtick'
configure({ asyncUtilTimeout: HANG_MS })
// Even of a loaded module an import takes a while on a busy machine, and then a call leaves after the test has looked.
await prepareCalls()

/** What tall-window.ts and canvas.ts replace. */
const REPLACED = [
  [HTMLElement.prototype, 'offsetParent'],
  [HTMLCanvasElement.prototype, 'getContext'],
] as const
const originals = REPLACED.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name))

function restorePrototypes(): void {
  for (const [i, [owner, name]] of REPLACED.entries()) {
    const original = originals[i]
    if (original === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, original)
  }
}

/** As wide as a phone. Tests of larger windows set their own size. */
function turnToPhone(): void {
  window.innerWidth = 390
  window.innerHeight = 844
}
turnToPhone()

/** A click on a link to a file leads this page away, and then no later test can send a request. */
function stayHere(): void {
  if (!location.origin.startsWith('http'))
    throw new Error(`the test left the page: ${location.href}`)
}

afterEach(() => {
  stayHere()
  turnToPhone()
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  restorePrototypes()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.documentElement.dataset['brand'] = 'Fairtick'
  location.hash = ''
})
