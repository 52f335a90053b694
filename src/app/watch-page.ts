/** Tells the streams when the page comes back, so that nothing old shows as live. */
import { flushSync } from 'react-dom'
import type { Streams } from '#streams'

export function watchPage(streams: Streams): void {
  let away = document.visibilityState === 'hidden'
  // Drawn before the event ends. React would otherwise draw it in a task of its own: frames painted until then
  // show the old prices as live, and a quick answer of the server replaces the doubt before it is ever seen.
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
