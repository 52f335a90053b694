/** The parts of a service worker's global scope that ours uses, because the DOM types do not include it. */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerFetchEvent extends WaitingEvent {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}

interface WorkerMessageEvent extends WaitingEvent {
  readonly data: unknown
}

export interface WorkerPushEvent extends WaitingEvent {
  readonly data: { json(): unknown; text(): string } | null
}

export interface WorkerSyncEvent extends WaitingEvent {
  readonly tag: string
}

interface WorkerNotificationEvent extends WaitingEvent {
  readonly notification: Notification
  readonly action: string
}

export interface WorkerClient {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<WorkerClient>
  navigate(url: string): Promise<WorkerClient | null>
  postMessage(message: unknown): void
}

interface WorkerEvents {
  install: WaitingEvent
  activate: WaitingEvent
  fetch: WorkerFetchEvent
  message: WorkerMessageEvent
  push: WorkerPushEvent
  sync: WorkerSyncEvent
  notificationclick: WorkerNotificationEvent
}

export interface WorkerScope {
  readonly caches: CacheStorage
  readonly navigator: object
  readonly registration: ServiceWorkerRegistration
  readonly location: { readonly origin: string }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      type: 'window'
      includeUncontrolled?: boolean
    }): Promise<readonly WorkerClient[]>
    openWindow(url: string): Promise<WorkerClient | null>
  }
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(
    kind: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void
}
