import { createStore } from 'jotai/vanilla'
import { flushSync } from 'react-dom'
import { keepAppearance } from '#app/appearance.ts'
import { watchPage } from '#app/watch-page.ts'
import { pageLanguage } from '#i18n/languages.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { chosenLanguageAtom } from '#lib/preferences.ts'
import { hearOtherTabs } from '#lib/stored.ts'
import {
  createFrameScheduler,
  createStreams,
  frameSchedulerAtom,
  type Streams,
  type StreamsOptions,
  streamsAtom,
} from '#streams'
import { keepUntouched } from '#ui/keep-untouched.ts'

interface StartOptions extends StreamsOptions {
  /** Called as soon as the streams exist, while the texts are still loading. */
  begin?: (streams: Streams) => void
}

export interface StartedPage {
  store: ReturnType<typeof createStore>
  i18n: Awaited<ReturnType<typeof setUpLanguage>>
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
