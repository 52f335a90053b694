import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { holdPrices, knowPage } from '#app/early-page.ts'
import { keepLastKnown, readLastKnown } from '#app/store-last-known.ts'
import { keepSession, watchReachability } from '#app/keepers.ts'
import { firstRoute, inTime, loadFirstPage } from '#app/lazy-page.tsx'
import { startPage } from '#app/start-page.ts'
import { OwnBalance } from '#features/session/balance-bar.tsx'
import { heardOfferAtom, installedAtom } from '#features/settings/install-offer.ts'
import { settleLogOut } from '#device/owed-log-out.ts'
import { isProductList, isSessionStored, leftSocket } from '#app/page-data.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { connectionAtom } from '#streams'
import '#app/app.css'

/** After this time the app renders without waiting any longer for what belongs to its first picture. */
const FIRST_PICTURE_MS = 200
/** The same where the page has drawn a first picture, which shows more than a page without its code or texts would. */
const DRAWN_PICTURE_MS = 3_000

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const route = firstRoute()
const start = startPage({ early: leftSocket(), clear: settleLogOut, begin: holdPrices })
// A page that has a first picture keeps it until it can be drawn whole.
const waitMs = root.hasChildNodes() && !isProductList() ? DRAWN_PICTURE_MS : FIRST_PICTURE_MS
const [{ store, i18n }, kept] = await Promise.all([
  start,
  readLastKnown(),
  route && loadFirstPage(route, start, waitMs),
  isProductList() && isSessionStored() ? inTime(OwnBalance.load(), waitMs) : null,
])
knowPage(store, keepLastKnown(store, kept))
const known = keepSession(store)
void import('#app/keep-along.ts')
  .then(({ keepAlong }) => keepAlong(store, i18n))
  .catch(() => undefined)
watchReachability(store)
addEventListener('beforeinstallprompt', (event) => store.set(heardOfferAtom, event))
addEventListener('appinstalled', () => store.set(installedAtom))

/** When pushes are on, the worker gets the notification texts of each language that is chosen. */
i18n.on('languageChanged', () => {
  void import('#i18n/push-texts.ts')
    .then(({ renewPushTexts }) => renewPushTexts(i18n))
    .catch(() => undefined)
})

if (known !== null) await inTime(known, DRAWN_PICTURE_MS)
// In parts, so that a tap or a price does not wait for the whole of it.
startTransition(() => createRoot(root).render(<App store={store} i18n={i18n} />))

/** Delayed until after the first price, which the worker and its downloads must not slow down. */
const AFTER_START_MS = 4_000

/** What the first tap may need: the table of pages, and what visitors see once they have logged in. */
const forFirstTap = [() => import('#app/pages.ts'), OwnBalance.load]
/** Not before the first price, and not much later without one. */
const firstPrice = new Promise<void>((resolve) => {
  const look = (): void => {
    if (store.get(connectionAtom).status === 'live') resolve()
  }
  store.sub(connectionAtom, look)
  look()
  setTimeout(resolve, AFTER_START_MS)
})
void firstPrice.then(whenIdle).then(() => forFirstTap.map((load) => load().catch(() => undefined)))

setTimeout(() => {
  void import('#app/keep-fresh.ts')
    .then(({ keepFresh }) => keepFresh(store, i18n))
    .catch(() => undefined)
}, AFTER_START_MS)
