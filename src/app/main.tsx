import { createRoot } from 'react-dom/client'
import { App } from '#app/app.tsx'
import { holdPrices, knowPage } from '#app/early-page.ts'
import { keepLastKnown, readLastKnown } from '#app/store-last-known.ts'
import { keepHaptics, keepNotices, keepSession, watchReachability } from '#app/keepers.ts'
import { loadFirstPage } from '#app/lazy-page.tsx'
import { startPage } from '#app/start-page.ts'
import { heardOfferAtom, installedAtom } from '#lib/installing.ts'
import { openLastPlace } from '#lib/open-last-place.ts'
import { settleLogOut } from '#lib/owed-log-out.ts'
import { leftSocket } from '#lib/page-data.ts'
import '#ui/theme.css'

openLastPlace()
const [{ store, i18n }, kept] = await Promise.all([
  startPage({ early: leftSocket(), clear: settleLogOut, begin: holdPrices }),
  readLastKnown(),
  loadFirstPage(),
])
knowPage(store, keepLastKnown(store, kept))
keepSession(store)
keepNotices(store)
keepHaptics(store)
watchReachability(store)
addEventListener('beforeinstallprompt', (event) => store.set(heardOfferAtom, event))
addEventListener('appinstalled', () => store.set(installedAtom))

/** When pushes are on, the worker gets the notification texts of each language that is chosen. */
i18n.on('languageChanged', () => {
  void import('#i18n/push-texts.ts')
    .then(({ renewPushTexts }) => renewPushTexts(i18n))
    .catch(() => undefined)
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App store={store} i18n={i18n} />)

// Every other page is found through this table, so it should be here before the first tap.
void import('#app/pages.ts').catch(() => undefined)

/** Delayed until after the first price, which the worker and its downloads must not slow down. */
const AFTER_START_MS = 4_000
setTimeout(() => {
  void import('#app/keep-fresh.ts')
    .then(({ keepFresh }) => keepFresh(store, i18n))
    .catch(() => undefined)
}, AFTER_START_MS)
