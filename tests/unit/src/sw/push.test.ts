import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pushKind } from '#contract/push.ts'
import { PUSH_TEXTS_KEY } from '#device/push-texts.ts'
import { listenForPush } from '../../../../src/sw/push.ts'
import { pushNews, pushPage } from '../../../../src/sw/push-text.ts'
import type { WorkerClient, WorkerScope } from '../../../../src/sw/worker-scope.ts'

type Listeners = Parameters<WorkerScope['addEventListener']>
interface Shown {
  title: string
  body?: string
  tag?: string
  data?: unknown
}

/** A worker with these pages open and these texts kept. */
function worker(pages: Partial<WorkerClient>[] = [], texts: object | null = TEXTS) {
  const heard = new Map<string, (event: never) => void>()
  const shown: Shown[] = []
  const opened: string[] = []
  const badges: number[] = []
  const scope = {
    navigator: { setAppBadge: async (count: number) => void badges.push(count) },
    caches: {
      match: async (key: string) =>
        key === PUSH_TEXTS_KEY && texts !== null ? new Response(JSON.stringify(texts)) : undefined,
    },
    registration: {
      showNotification: async (title: string, options: object) =>
        void shown.push({ title, ...options }),
    },
    location: { origin: 'https://app.example' },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
    addEventListener: (kind: Listeners[0], listener: (event: never) => void) =>
      void heard.set(kind, listener),
  }
  listenForPush(scope as unknown as WorkerScope)
  const send = async (kind: 'push' | 'notificationclick', event: object): Promise<void> => {
    const waits: Promise<unknown>[] = []
    const listener = heard.get(kind)
    listener?.({ ...event, waitUntil: (work: Promise<unknown>) => void waits.push(work) } as never)
    await Promise.all(waits)
  }
  return {
    shown,
    opened,
    badges,
    push: (data: unknown) => send('push', { data: { json: () => data } }),
    click: (data: unknown) => {
      const notification = { data, close: () => undefined }
      return send('notificationclick', { notification })
    },
  }
}

const TEXTS = {
  language: 'de',
  settled: 'Eine Position in {{symbol}} ist abgerechnet.',
  settledMany: 'Abgerechnete Positionen: {{number}}',
  alert: '{{symbol}} hat {{price}} erreicht.',
  deposit: 'Es gibt Neues zu Ihrer Einzahlung.',
}
const alert = {
  kind: 'alert',
  language: 'de',
  params: { symbol: 'BTCUSDT', price: '8144431', decimals: '2' },
}

describe('the service worker', () => {
  it('says a push in the language of the app, with the price as that writes it', async () => {
    const { shown, push } = worker()
    await push(alert)
    expect(shown).toMatchObject([{ title: 'Fairtick', body: 'BTCUSDT hat 81.444,31 erreicht.' }])
  })

  it('counts unread messages on the app’s icon, and leaves the number when a position settles', async () => {
    const { badges, push } = worker()
    await push({ kind: 'deposit', language: 'de', params: {}, unread: 3 })
    await push({ kind: 'settled', language: 'de', params: { symbol: 'GC', count: '1' } })
    await push({ kind: 'deposit', language: 'de', params: {}, unread: 'many' })
    expect(badges).toEqual([3])
  })

  it('says one settled position by its product, and several by their number', async () => {
    const { shown, push } = worker()
    const settled = (symbol: string, count: string) =>
      push({ kind: 'settled', language: 'de', params: { symbol, count } })
    await settled('GC', '1')
    await settled('GC', '3')
    await settled('', '2')
    expect(shown.map(({ body }) => body)).toEqual([
      'Eine Position in GC ist abgerechnet.',
      'Abgerechnete Positionen: 3',
      'Abgerechnete Positionen: 2',
    ])
  })

  it('asks to open the app where its texts are gone or the kind is new', async () => {
    const gone = worker([], null)
    await gone.push({ kind: 'deposit', language: 'fr', params: {} })
    const later = worker()
    await later.push({ kind: 'of-tomorrow', language: 'de', params: {} })
    expect(gone.shown[0]?.body).toBe('Vous avez une nouvelle notification. Ouvrez l’application.')
    expect(later.shown[0]?.body).toBe('Sie haben eine neue Mitteilung. Öffnen Sie die App.')
  })

  it('keeps silent while a page is in front of the user, and about what is no push of ours', async () => {
    const seen = worker([{ focused: true, url: 'https://app.example/' }])
    await seen.push(alert)
    const { shown, push } = worker([{ focused: false, url: 'https://app.example/' }])
    await push('nonsense')
    await push({ kind: 1 })
    expect([seen.shown, shown]).toEqual([[], []])
    await push(alert)
    expect(shown).toHaveLength(1)
  })

  it('leads the open tab to the news, or opens the app there', async () => {
    const led: string[] = []
    const tab = {
      url: 'https://app.example/#/',
      focus: async () => void led.push('focus'),
      navigate: async (url: string) => void led.push(url),
    }
    const desk = { url: 'https://app.example/desk.html' }
    const page = '/pages/Detail/Detail?symbol=BTCUSDT'
    const open = worker([desk, tab])
    await open.click({ page })
    expect([led, open.opened]).toEqual([['focus', `https://app.example/#${page}`], []])
    const closed = worker([desk])
    await closed.click({ page })
    expect(closed.opened).toEqual([`https://app.example/#${page}`])
  })
})

it('every kind of push leads to a page and has a sentence of its own', () => {
  const path = 'locales/en/push.json'
  const texts = JSON.parse(readFileSync(path, 'utf8')) as { news: Record<string, string> }
  for (const kind of pushKind.options) {
    const news = pushNews({ kind, language: 'en', params: { symbol: 'GC' } })
    expect([kind, news === null ? null : pushPage(news)]).toEqual([
      kind,
      expect.stringMatching(/^\//),
    ])
    expect([kind, texts.news[kind]]).toEqual([kind, expect.any(String)])
  }
})
