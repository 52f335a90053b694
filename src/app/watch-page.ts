/** Notifies the streams when the page becomes visible again, so that no old price is shown as live. */
import { flushSync } from 'react-dom'
import type { Streams } from '#streams'

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
