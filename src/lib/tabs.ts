/** The channel through which the open tabs of this device notify each other. Without one, each tab is on its own. */
let opened: BroadcastChannel | null | undefined
function channel(): BroadcastChannel | null {
  try {
    opened ??= new BroadcastChannel('fairtick')
  } catch {
    // The browser refuses it where it refuses storage.
    opened = null
  }
  return opened
}

/** `expectEnd`: a guest registers, which ends the session; `expectNoEnd`: the registration failed. */
export type TabMessage = 'forget the session' | 'expectEnd' | 'expectNoEnd'

export function tellTabs(message: TabMessage): void {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel()?.postMessage(message)
  } catch {
    // The other tabs then learn of it from the server.
  }
}

export function hearTabs(hear: (message: unknown) => void): void {
  channel()?.addEventListener('message', ({ data }) => hear(data))
}
