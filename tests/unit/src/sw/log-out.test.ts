import { afterEach, expect, it, vi } from 'vitest'
import { LOG_OUT, oweLogOut } from '#device/owed-log-out.ts'
import { fakeWorld } from '#support/fake-caches.ts'
import { until } from '#support/until.ts'
import { listenForLogOut } from '../../../../src/sw/log-out.ts'
import type { WorkerScope, WorkerSyncEvent } from '../../../../src/sw/worker-scope.ts'

/** The worker's answer to a sync event, in a browser where only the worker still runs. */
function worker() {
  vi.stubGlobal('caches', fakeWorld().scope.caches)
  let sync = async (_tag: string): Promise<unknown> => undefined
  const scope = {
    addEventListener: (_kind: string, listen: (event: WorkerSyncEvent) => void) => {
      sync = (tag) =>
        new Promise((resolve) => {
          const event = { tag, waitUntil: resolve }
          listen(event as unknown as WorkerSyncEvent)
          if (tag !== LOG_OUT) resolve(undefined)
        })
    },
  }
  listenForLogOut(scope as unknown as WorkerScope)
  return { sync: (tag: string) => sync(tag) }
}

function server(answer: () => Response) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
    sent.push(`${init.method} ${input.pathname}`)
    return answer()
  })
  return sent
}
afterEach(() => localStorage.clear())

it('tells the server once when the network is back, with no tab open', async () => {
  const { sync } = worker()
  const sent = server(() => new Response(null, { status: 204 }))
  await sync(LOG_OUT)
  expect(sent).toEqual([])
  oweLogOut()
  await until('the stored log-out', async () =>
    (await caches.open('worker-settings')).match('/log-out-owed'),
  )
  await sync(LOG_OUT)
  await sync(LOG_OUT)
  expect(sent).toEqual(['DELETE /api/session'])
})

it('lets the browser try again when the server was not reached', async () => {
  const { sync } = worker()
  server(() => {
    throw new TypeError('offline')
  })
  oweLogOut()
  await until('the stored log-out', async () =>
    (await caches.open('worker-settings')).match('/log-out-owed'),
  )
  await expect(sync(LOG_OUT)).rejects.toThrow('not reached')
})
