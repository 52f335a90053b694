import { createStore } from 'jotai/vanilla'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { App } from '#app/app.tsx'
import { keepAppearance } from '#app/appearance.ts'
import { keepSession } from '#app/keep-session.ts'
import { watchPage } from '#app/watch-page.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#i18n/languages.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#lib/preferences.ts'
import { createFrameScheduler, createStreams, frameSchedulerAtom, streamsAtom } from '#streams'
import '#ui/theme.css'

const store = createStore()
const streams = createStreams()
store.set(streamsAtom, streams)
store.set(
  frameSchedulerAtom,
  createFrameScheduler({
    requestFrame: (run) => requestAnimationFrame(run),
    cancelFrame: (frame) => cancelAnimationFrame(frame),
    flush: (writeAll) => flushSync(writeAll),
  }),
)

const chosen = store.get(chosenLanguageAtom)
const i18n = await setUpLanguage(chosen !== null && isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE)
keepAppearance(store, i18n)
keepSession(store)
watchPage(streams)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App store={store} i18n={i18n} />)
