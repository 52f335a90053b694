import { createStore } from 'jotai/vanilla'
import { flushSync } from 'react-dom'
import { pageLanguage, redRises } from '#i18n/languages.ts'
import { type I18n, languageOf, setUpLanguage } from '#i18n/setup.ts'
import { chosenLanguageAtom, darkAtom, systemDarkAtom, upColourAtom } from '#device/preferences.ts'
import { hearOtherTabs } from '#device/stored-atom.ts'
import {
  createFrameScheduler,
  createStreams,
  frameSchedulerAtom,
  type Streams,
  type StreamsOptions,
  streamsAtom,
} from '#streams'

interface StartOptions extends StreamsOptions {
  /** Called as soon as the streams exist, while the texts are still loading. */
  begin?: (streams: Streams) => void
}

export interface StartedPage {
  store: ReturnType<typeof createStore>
  i18n: Awaited<ReturnType<typeof setUpLanguage>>
}

/** Keeps the page's theme, direction colours and language in sync with the user's preferences. */
export function keepAppearance(
  store: ReturnType<typeof createStore>,
  i18n: I18n,
  page: { desk?: boolean } = {},
): void {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = (): void => {
    const language = languageOf(i18n)
    root.lang = language
    root.dataset['theme'] = store.get(darkAtom) ? 'dark' : 'light'
    root.dataset['up'] = store.get(upColourAtom) ?? (redRises(language) ? 'red' : 'green')
  }
  const speak = (): void => {
    const language = pageLanguage(store.get(chosenLanguageAtom), page)
    if (language !== i18n.language) void i18n.changeLanguage(language)
  }
  store.set(systemDarkAtom, dark.matches)
  dark.addEventListener('change', () => store.set(systemDarkAtom, dark.matches))
  i18n.on('languageChanged', paint)
  store.sub(darkAtom, paint)
  store.sub(upColourAtom, paint)
  store.sub(chosenLanguageAtom, speak)
  paint()
}

/** Notifies the streams when the page becomes visible again, so that no old price is shown as live. */
export function watchPage(streams: Streams): void {
  let away = document.visibilityState === 'hidden'
  // Rendered before the event ends. React would otherwise render in a later task: frames painted until then would show
  // the old prices as live, and a quick reply of the server could replace the doubtful state before it is ever shown.
  const back = (): void => {
    away = false
    flushSync(() => streams.resume())
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') away = true
    else if (away) back()
  })
  addEventListener('online', back)
  addEventListener('pageshow', (event) => {
    if (event.persisted) back()
  })
}

/**
 * A control that has just appeared under a finger ignores taps for half a second (`animate-untouched` in theme.css).
 * This function restarts that time with each tap during it, so that a series of taps has no effect until it stops. Call
 * it once per page.
 */
function keepUntouched(): void {
  const begin = (): void => {
    for (const animation of document.getAnimations()) {
      const isOurs = animation instanceof CSSAnimation && animation.animationName === 'untouched'
      if (isOurs && animation.playState === 'running') animation.currentTime = 0
    }
  }
  document.addEventListener('pointerdown', begin, { capture: true, passive: true })
}

/**
 * The common start of every entry point: the store, its streams, one update per frame, the language and the appearance.
 */
export async function startPage(options: StartOptions = {}): Promise<StartedPage> {
  const store = createStore()
  const streams = createStreams(options)
  store.set(streamsAtom, streams)
  options.begin?.(streams)
  store.set(
    frameSchedulerAtom,
    createFrameScheduler({
      requestFrame: (run) => requestAnimationFrame(run),
      cancelFrame: (frame) => cancelAnimationFrame(frame),
      flush: (writeAll) => flushSync(writeAll),
    }),
  )
  hearOtherTabs(store)
  const i18n = await setUpLanguage(pageLanguage(store.get(chosenLanguageAtom), options))
  keepAppearance(store, i18n, options)
  watchPage(streams)
  keepUntouched()
  return { store, i18n }
}
