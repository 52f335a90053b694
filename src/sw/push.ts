import { pushNews, pushPage, pushSentence } from './push-words.ts'
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
  // A page in front of the user says it by itself.
  if (news === null || (await pages(scope)).some(({ focused }) => focused)) return
  const body = await pushSentence(scope.caches, news)
  const page = pushPage(news)
  await scope.registration.showNotification('Fairtick', {
    body,
    icon: ICON,
    lang: news.language,
    // The same news again takes the place of the former.
    tag: `${news.kind} ${page}`,
    data: { page },
  })
}

/** The open tab is brought to the front and led there; without one the app opens. */
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

/** Says what is pushed while no page is in front, and leads to where it stands. */
export function listenForPush(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const data: unknown = event.notification.data
    event.waitUntil(open(scope, data))
  })
}
