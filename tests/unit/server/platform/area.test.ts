import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type Area, startAreas, stopAreas } from '#server/platform/area.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

const hub = {} as SocketHub

it('binds everything before anything starts, and stops in reverse order', async () => {
  const told: string[] = []
  const area = (name: string): Area => ({
    routes: () => void told.push(`routes ${name}`),
    topics: () => void told.push(`topics ${name}`),
    start: async () => {
      await Promise.resolve()
      told.push(`start ${name}`)
    },
    stop: () => void told.push(`stop ${name}`),
  })
  const areas = [area('a'), {}, area('b')]
  await startAreas(areas, { http: Fastify(), hub })
  await stopAreas(areas)
  expect(told).toEqual([
    'routes a',
    'topics a',
    'routes b',
    'topics b',
    'start a',
    'start b',
    'stop b',
    'stop a',
  ])
})

it('gives each area a scope of its own: its hooks leave the others alone', async () => {
  const http = Fastify()
  const marked: Area = {
    routes: (own) => {
      own.addHook('onSend', async (_request, reply) => void reply.header('x-marked', 'yes'))
      own.get('/marked', async () => 'a')
    },
  }
  const plain: Area = { routes: (own) => void own.get('/plain', async () => 'b') }
  await startAreas([marked, plain], { http, hub })
  const headers = async (url: string) => (await http.inject(url)).headers['x-marked']
  expect([await headers('/marked'), await headers('/plain')]).toEqual(['yes', undefined])
})
