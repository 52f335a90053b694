/** Tells the streams when the page comes back, so that nothing old shows as live. */
import type { Streams } from '#streams'

export function watchPage(streams: Streams): void {
  let away = document.visibilityState === 'hidden'
  const back = (): void => {
    away = false
    streams.resume()
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
