import { showBadge } from '#device/badge.ts'
import { workerBrand } from './worker-brand.ts'
import { pushNews, pushPage, pushSentence } from './push-text.ts'
import type { WorkerClient, WorkerPushEvent, WorkerScope } from './worker-scope.ts'

const ICON = '/icon.svg'

const pages = (scope: WorkerScope): Promise<readonly WorkerClient[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

function dataOf({ data }: WorkerPushEvent): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

async function show(scope: WorkerScope, event: WorkerPushEvent): Promise<void> {
  const news = pushNews(dataOf(event))
  // A page in the foreground shows the message itself.
  if (news === null || (await pages(scope)).some(({ focused }) => focused)) return
  const { name } = await workerBrand(scope).read()
  const body = await pushSentence(scope.caches, news, name)
  const page = pushPage(news)
  await scope.registration.showNotification(name, {
    body,
    icon: ICON,
    lang: news.language,
    // The same notification replaces the previous one.
    tag: `${news.kind} ${page}`,
    data: { page },
  })
  if (news.unread !== null) showBadge(scope.navigator, news.unread)
}

/** Brings an open tab to the front and navigates it there. Without one, opens the app. */
async function open(scope: WorkerScope, data: unknown): Promise<void> {
  const page =
    typeof data === 'object' && data !== null && 'page' in data && typeof data.page === 'string'
      ? data.page
      : '/'
  const address = `${scope.location.origin}/#${page}`
  const [tab] = (await pages(scope)).filter(({ url }) => new URL(url).pathname === '/')
  if (tab === undefined) return void (await scope.clients.openWindow(address))
  await tab.focus()
  await tab.navigate(address)
}

/** Shows push notifications while no page is in the foreground, and opens the page that belongs to them. */
export function listenForPush(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const data: unknown = event.notification.data
    event.waitUntil(open(scope, data))
  })
}
