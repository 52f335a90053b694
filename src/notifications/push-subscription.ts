/** Web push in this browser: whether it is supported, subscribing and unsubscribing. */
import { atom } from 'jotai/vanilla'
import type { PushSubscriptionKeys } from '#contract/push.ts'
import { PUSH_TEXTS } from '#device/push-texts.ts'

/** `homeScreen`: only after the app is installed on the home screen. */
type PushReach = 'possible' | 'homeScreen' | 'never'

export interface WebPush {
  reach(): PushReach
  /** The address of this browser's subscription; null when there is none. */
  current(): Promise<string | null>
  /** Asks the user for permission unless they were asked before. */
  subscribe(publicKey: string): Promise<PushSubscriptionKeys | 'refused' | 'failed'>
  /** Ends the subscription and deletes its texts. Never throws. */
  forget(): Promise<void>
}

function reach(): PushReach {
  const known = 'serviceWorker' in navigator && 'PushManager' in window
  if (known && typeof Notification === 'function') return 'possible'
  const apple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 0
  return apple && !matchMedia('(display-mode: standalone)').matches ? 'homeScreen' : 'never'
}

async function manager(): Promise<PushManager | null> {
  if (reach() !== 'possible') return null
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager ?? null
}

function keysOf(subscription: PushSubscription): PushSubscriptionKeys | 'failed' {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return 'failed'
  return { endpoint, keys: { p256dh, auth } }
}

async function subscribe(publicKey: string): Promise<PushSubscriptionKeys | 'refused' | 'failed'> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'refused'
    const push = await manager()
    if (push === null) return 'failed'
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    return keysOf(await push.subscribe(options))
  } catch {
    // No push service is reachable, or a subscription with another key exists. The next attempt starts from scratch.
    await forget()
    return 'failed'
  }
}

async function forget(): Promise<void> {
  try {
    const push = await manager()
    const subscription = await push?.getSubscription()
    await subscription?.unsubscribe()
    await caches.delete(PUSH_TEXTS)
  } catch {
    // Without these stores there is nothing to delete; the server stopped sending with the session anyway.
  }
}

const browserPush: WebPush = {
  reach,
  current: async () => {
    try {
      const push = await manager()
      return (await push?.getSubscription())?.endpoint ?? null
    } catch {
      return null
    }
  },
  subscribe,
  forget,
}

/** Replaced in tests. */
export const webPushAtom = atom<WebPush>(browserPush)
