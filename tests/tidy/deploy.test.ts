/** The files of `deploy` that no program of the tests reads: the image, Compose, and the unit of systemd. */
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Setting } from '#server/platform/settings/forms.ts'
import { SETTINGS } from '#server/platform/settings/settings.ts'
import { files, read } from './repository.ts'

const texts = z.array(z.string())
/** What Compose knows of a service, as far as the file uses it. A misspelt key is an error. */
const service = z.strictObject({
  image: z
    .string()
    .regex(/^[a-z]+:\d+$/)
    .optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: z.literal('unless-stopped'),
  environment: z.record(z.string(), z.string()),
  volumes: texts,
  healthcheck: z
    .strictObject({
      test: texts.min(2),
      interval: z.string().regex(/^\d+s$/),
      timeout: z.string().regex(/^\d+s$/),
      retries: z.int(),
    })
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.literal('service_healthy') }))
    .optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: texts.optional(),
  cap_drop: texts.optional(),
  security_opt: texts.optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  networks: z.union([texts, z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
})
const compose = z.strictObject({
  name: z.string(),
  services: z.strictObject({ database: service, app: service, proxy: service }),
  networks: z.strictObject({
    inside: z.strictObject({
      ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
})
const composeText = read('deploy/compose.yaml')
const { services, volumes } = compose.parse(parse(composeText))

const instructions = read('deploy/Dockerfile')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, rest }]
  })
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const envOf = (pairs: string): string[] => [...pairs.matchAll(/(\w+)=/g)].map(([, key = '']) => key)
const SETTING_NAMES = new Set(Object.values(SETTINGS).map(({ env }: Setting) => env))

it('has variables in Compose that its .env.example explains, and no others', () => {
  const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
  const offered = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(
    ([, name = '']) => name,
  )
  expect([...used].toSorted()).toEqual(offered.toSorted())
  // Nothing that is secret or a name has a default.
  const optional = [...composeText.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name)
  expect(optional).toEqual(['PRACTICE', 'SUPPORT_CONTACT', 'SECURITY_CONTACT'])
})

it('gives the server settings that it has', () => {
  const given = Object.keys(services.app.environment)
  expect(given.filter((name) => !SETTING_NAMES.has(name))).toEqual([])
  const own = lastStage.flatMap(({ name, rest }) => (name === 'ENV' ? envOf(rest) : []))
  const ofTheSystem = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
  expect(own.filter((name) => !SETTING_NAMES.has(name))).toEqual(ofTheSystem)
})

it('trusts the address of its proxy alone, and opens no other port', () => {
  const { networks } = services.proxy
  const address = Array.isArray(networks) ? undefined : networks['inside']?.ipv4_address
  expect(services.app.environment['TRUST_PROXY']).toBe(address)
  expect([services.app.ports, services.database.ports]).toEqual([undefined, undefined])
  expect(services.proxy.ports).toEqual(['80:80', '443:443'])
  const [, host = ''] = /^(\w+):8460$/.exec(services.proxy.environment['UPSTREAM'] ?? '') ?? []
  expect(Object.keys(services)).toContain(host)
  expect(services.app.environment['ALLOWED_HOSTS']).toContain(`,${host}`)
})

it('mounts files and volumes that exist', () => {
  const sources = Object.values(services).flatMap((each) =>
    each.volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const present = files(/./, ['deploy']).map(({ path }) => path.replace('deploy/', './'))
  expect(sources.filter((name) => !present.includes(name) && !(name in volumes))).toEqual([])
  expect(sources).toEqual(expect.arrayContaining(Object.keys(volumes)))
})

it('runs the image as an ordinary user, with a health check and the packages of the server alone', () => {
  const at = (name: string): number => lastStage.findIndex((each) => each.name === name)
  expect(lastStage[at('USER')]?.rest).toBe('node')
  expect(at('USER')).toBeGreaterThan(lastStage.findLastIndex(({ name }) => name === 'RUN'))
  expect(lastStage[at('HEALTHCHECK')]?.rest).toContain('/healthz')
  expect(lastStage[at('CMD')]?.rest).toBe('["node", "server/main.ts"]')
  const images = instructions.flatMap(({ name, rest }) => (name === 'FROM' ? [rest] : []))
  expect(images).toEqual(['node:24-slim AS build', 'node:24-slim'])
  const copied = lastStage.flatMap(({ name, rest }) => (name === 'COPY' ? [rest] : []))
  expect(copied).toEqual(['--from=build /server ./'])
  expect(services.app).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true })
})

it('keeps secrets and data out of the image', () => {
  const ignored = read('deploy/Dockerfile.dockerignore').trim().split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['**/.env', '.data', '.git', '**/node_modules']))
})

it('gives every proxy the same limits and the same question', () => {
  for (const name of ['haproxy.cfg', 'Caddyfile']) {
    expect([name, read(`deploy/${name}`)]).toEqual([name, expect.stringContaining('/healthz')])
  }
  for (const name of ['nginx.conf', 'haproxy.cfg', 'Caddyfile']) {
    const text = read(`deploy/${name}`)
    const settings = [...text.matchAll(/\b([A-Z]+_[A-Z]+)=/g)].map(([, each = '']) => each)
    expect([name, settings.filter((each) => !SETTING_NAMES.has(each))]).toEqual([name, []])
    expect(text).toMatch(/65s/)
    expect(text).toMatch(/\/api\/shared\//)
  }
})

it('has a unit of systemd that stops the server alone and protects the rest', () => {
  const unit = read('deploy/fairtick.service')
  const lines = new Set(unit.split('\n'))
  const needed = ['KillMode=mixed', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'User=fairtick']
  expect(needed.filter((line) => !lines.has(line))).toEqual([])
  // The server itself ends after a minute.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(60)
})

it('says of what was not tried that it was not', () => {
  for (const name of ['Dockerfile', 'compose.yaml']) {
    expect([name, read(`deploy/${name}`)]).toEqual([name, expect.stringMatching(/^# Untried/m)])
  }
})
