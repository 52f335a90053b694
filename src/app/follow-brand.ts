/** Follows the brand: a page that the service worker stored may show an older one than the server has. */
import type { createStore } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import { appInfoAtom } from '#api/session.ts'
import type { WorkerMessage } from '#app/worker-message.ts'
import type { BrandInForce } from '#contract/brand.ts'
import { getBrand } from '#contract/endpoints/brand.ts'
import { BRAND_STYLES_ID } from '#contract/page-elements.ts'
import { type I18n, languageOf } from '#i18n/setup.ts'
import { brandStyles } from '#rules/brand-colours.ts'

const shownRevision = (): string | null => document.documentElement.dataset['brandRevision'] ?? null

function stylesElement(): HTMLElement {
  const known = document.getElementById(BRAND_STYLES_ID)
  if (known !== null) return known
  const made = document.createElement('style')
  made.id = BRAND_STYLES_ID
  document.head.append(made)
  return made
}

/** Shows a brand in the page that is open. */
function showBrand({ revision, brand }: BrandInForce): void {
  const { dataset } = document.documentElement
  dataset['brand'] = brand.name
  if (revision === null) delete dataset['brandRevision']
  else dataset['brandRevision'] = revision
  stylesElement().textContent = brand.colours === null ? '' : brandStyles(brand.colours)
}

/** Compares the brand of the page with that of the server whenever the server describes itself. */
export function followBrand(store: ReturnType<typeof createStore>, i18n: I18n): void {
  let asking = false
  const look = async (): Promise<void> => {
    const info = store.get(appInfoAtom)
    if (asking || info === null || (info.brand ?? null) === shownRevision()) return
    asking = true
    const answer = await call(getBrand, {})
    asking = false
    if (!answer.ok || answer.value.revision === shownRevision()) return
    showBrand(answer.value)
    // Every text is read again, as after a change of the language.
    void i18n.changeLanguage(languageOf(i18n))
    const message: WorkerMessage = { kind: 'brand' }
    navigator.serviceWorker?.controller?.postMessage(message, [])
  }
  store.sub(appInfoAtom, () => void look())
  void look()
}
