import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { ABOUT } from '#features/articles/about-article.tsx'
import type { SectionKeys } from '#features/articles/article-text.ts'
import { DEVICE_KEYS } from '#features/articles/device-keys.ts'
import { PROMISES } from '#features/articles/privacy-article.tsx'
import { PRIVACY, PRIVACY_MORE } from '#features/articles/privacy-text.ts'
import { GOES, STAYS, STAYS_UNTIL_LOG_OUT, STAYS_WITH_GUEST } from '#device/what-may-stay.ts'
import { SESSION_LIFE_MS, SESSION_MAX_MS } from '#server/identity/sessions.ts'
import { PAYOUT_CHANGE_HOLD_MS } from '#server/payout/changes.ts'
import { userCookies } from '#server/platform/http/cookies.ts'
import { files, read } from './repository.ts'

/** The desk is for operators; the policy speaks to users. */
const client = files(/\.tsx?$/, ['src', 'streams']).filter(
  ({ path }) => !path.startsWith('src/desk/'),
)
const named = (where: 'cookie' | 'storage' | 'store'): string[] =>
  DEVICE_KEYS.filter((row) => row.where === where).flatMap(({ names }) => names)

it('names everything that the app keeps in local and session storage, and nothing else', () => {
  const calls = client.flatMap(({ text }) => text.match(/\bstored(?:Atom<[^(]+\(\{|Flag\()/g) ?? [])
  const keys = client.flatMap(({ text }) =>
    [...text.matchAll(/\bstored(?:Atom<[^(]+\(\{\s*key: |Flag\()'([^']+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  )
  expect(keys).toHaveLength(calls.length)
  const [, prefix] = /const PREFIX = '([^']+)'/.exec(read('src/device/commands.ts')) ?? []
  const words = read('src/device/unsent-messages.ts')
  const kept = ['DRAFT', 'UNSENT'].map((name) => new RegExp(`${name} = '([^']+)'`).exec(words)?.[1])
  const [, owed] = /const STORED = '([^']+)'/.exec(read('src/device/owed-log-out.ts')) ?? []
  const [, place] = /const LAST_PLACE = '([^']+)'/.exec(read('src/device/last-place.ts')) ?? []
  const tab = client.flatMap(({ text }) =>
    [...text.matchAll(/\bIN_TAB = '([^']+)'/g)].map(([, key]) => key ?? ''),
  )
  const inTab = client.filter(({ text }) => text.includes('keepTabText(IN_TAB, '))
  expect(client.filter(({ text }) => /\bkeepTabText\((?!key: )/.test(text))).toEqual(inTab)
  expect(tab).toHaveLength(inTab.length)
  const own = [...tab, owed ?? '', place ?? '', ...[prefix, ...kept].map((name) => `${name}…`)]
  expect([...keys, ...own].sort()).toEqual(named('storage').sort())
})

it('names the cookies', () => {
  const { session, device } = userCookies(false)
  expect(named('cookie')).toEqual([session.name, device.name])
  expect(userCookies(true).session.name.startsWith('__Host-')).toBe(true)
})

it('is right that the app writes nowhere else on the device', () => {
  const writes = /localStorage\.setItem|sessionStorage\.setItem|indexedDB|caches\.open|\.cookie = /
  const writers = client.filter(({ text }) => writes.test(text)).map(({ path }) => path)
  expect(writers.sort()).toEqual([
    'src/device/owed-log-out.ts',
    'src/device/push-texts.ts',
    'src/device/rows.ts',
    'src/device/sweep.ts',
    'src/device/texts.ts',
    'src/sw/cached-files.ts',
    'src/sw/worker-brand.ts',
  ])
})

/** Where one of these is used, refused-storage.deep.spec.ts has to show what happens when a browser refuses it. */
it('asks in few places for what a browser may refuse', () => {
  const asks =
    /\b(new )?(Notification|PushManager|BroadcastChannel)\b[.(]|navigator\.(serviceWorker|locks|storage)\b|\bcaches\./
  const places = client.filter(({ text }) => asks.test(text)).map(({ path }) => path)
  expect(places.sort()).toEqual([
    'src/app/follow-brand.ts',
    'src/app/keep-fresh.ts',
    'src/device/owed-log-out.ts',
    'src/device/push-texts.ts',
    'src/device/sweep.ts',
    'src/device/tabs.ts',
    'src/notifications/channels.ts',
    'src/notifications/push-subscription.ts',
    'src/sw/cached-files.ts',
    'src/sw/push-text.ts',
    'src/sw/worker-brand.ts',
  ])
})

it('names the tables and the stores of files', () => {
  const constant = (path: string, name: string): string =>
    new RegExp(`const ${name} = '([^']+)'`).exec(read(path))?.[1] ?? ''
  const files = 'src/sw/cached-files.ts'
  const [, tables = ''] = /const TABLES = \{([^}]+)\}/.exec(read('src/device/rows.ts')) ?? []
  expect([
    ...[...tables.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, name]) => name),
    constant('src/device/push-texts.ts', 'PUSH_TEXTS'),
    `${constant(files, 'PREFIX')}…`,
    constant(files, 'SETTINGS'),
  ]).toEqual(named('store'))
})

it('names everything that may stay after a log-out', () => {
  const tables = { fairtick: 'last-known', 'fairtick-purchases': 'purchases' }
  const unknown = [...STAYS, ...STAYS_UNTIL_LOG_OUT].filter((entry) => {
    const [store = '', name = ''] = entry.split(':')
    // The desk's own choice is on the operator's device.
    if (entry === 'local:deskKeys') return false
    if (store === 'local') return !named('storage').includes(entry.slice('local:'.length))
    if (store === 'cache') return !named('store').includes(name)
    return store !== 'rows' || !named('store').includes(Reflect.get(tables, name))
  })
  expect(unknown).toEqual([])
})

it('says of all that is stored in local and session storage what a change of the session leaves of it', () => {
  const decided = [...STAYS, ...STAYS_UNTIL_LOG_OUT, ...STAYS_WITH_GUEST, ...GOES]
    .filter((entry) => /^(local|session):/.test(entry) && entry !== 'local:deskKeys')
    .map((entry) => entry.replace(/^\w+:/, ''))
  expect(decided.sort()).toEqual([...named('storage')].sort())
})

/** A browser may refuse each of these, so one module meets the refusal for all others. */
const REFUSABLE: readonly [RegExp, readonly string[]][] = [
  [/\b(localStorage|sessionStorage)\b/, ['src/device/texts.ts']],
  [/\bnew BroadcastChannel\b/, ['src/device/tabs.ts']],
  [/\bnavigator\.locks\b/, ['src/device/tabs.ts']],
  [/\bindexedDB\b/, ['src/device/rows.ts', 'src/device/sweep.ts']],
  [/\bnew (Shared)?Worker\b/, ['src/proof/receipt-checker.ts']],
  [/\bnavigator\.clipboard\b/, ['src/lib/copy-text.ts']],
  [/\bnavigator\.vibrate\b/, ['src/notifications/haptics.ts']],
  [/\bnavigator\.geolocation\b/, ['src/features/places/locate.ts']],
  [/\bnew AudioContext\b/, ['src/notifications/channels.ts']],
]

it.each(REFUSABLE)('meets the refusal of %s in one place', (api, places) => {
  const code = files(/\.tsx?$/, ['src', 'streams'])
  expect(code.filter(({ text }) => api.test(text)).map(({ path }) => path)).toEqual(places)
})

it('names the times that the server keeps to', () => {
  expect(PROMISES.sessionDays * DAY_MS).toBe(SESSION_LIFE_MS)
  expect(PROMISES.sessionMaxDays * DAY_MS).toBe(SESSION_MAX_MS)
  expect(PROMISES.holdHours * HOUR_MS).toBe(PAYOUT_CHANGE_HOLD_MS)
  expect(read('server/sql/functions/sessions.sql')).toContain(
    `delete from log_ins where at < p_at - ${PROMISES.logInDays * DAY_MS};`,
  )
  const kept = read('src/device/commands.ts')
  expect(kept).toContain('const MAX_KEPT = 20\n')
  expect(kept).toContain('const OLDEST_MS = WEEK_MS\n')
})

it('is right that nothing is loaded from elsewhere', () => {
  const elsewhere = /\b(?:src|href|action)=["'{`]*https?:|fetch\(\s*['"`]https?:|@import ["']http/
  const pages = files(/\.(html|css|tsx?)$/, ['src', 'public']).concat(
    ['index.html'].map((path) => ({ path, text: read(path) })),
  )
  expect(pages.filter(({ text }) => elsewhere.test(text)).map(({ path }) => path)).toEqual([])
  const policy =
    /directives: \{[^}]+\}/.exec(read('server/platform/http/secure-headers.ts'))?.[0] ?? ''
  expect(policy).toContain("'default-src': [\"'self'\"]")
  expect(policy).not.toMatch(/https?:|\*/)
})

it('asks the device where it is in one place, and sends that nowhere', () => {
  const asking = client.filter(({ text }) => text.includes('.geolocation')).map(({ path }) => path)
  expect(asking).toEqual(['src/features/places/locate.ts'])
  const users = client.filter(({ text }) => text.includes('locateAtom')).map(({ path }) => path)
  expect(users.sort()).toEqual([
    'src/features/places/city-search.tsx',
    'src/features/places/locate.ts',
  ])
  const rooms = files(/\.tsx?$/, ['src/features/places'])
  expect(rooms.filter(({ text }) => /#api\/call|fetch\(/.test(text))).toEqual([])
})

type Tree = { [key: string]: string | Tree }
const flat = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : flat(value, `${prefix}${key}.`),
  )
const keysOf = (sections: readonly SectionKeys<string>[]): string[] =>
  sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => {
      if (typeof block === 'string') return [block]
      if ('list' in block) return block.list
      if ('steps' in block) return block.steps
      if ('codes' in block) return block.codes.map(({ text }) => text)
      return block.pairs.flatMap(({ term, text }) => [term, text])
    }),
  ])

it.each([
  ['privacy', [...PRIVACY, ...PRIVACY_MORE], /^[a-zA-Z]+$/],
  ['about', ABOUT, /^(lead|contents|app\.\w+|links\.\w+|legal\.\w+)$/],
] as const)('shows every text of %s once', (namespace, sections, around) => {
  const texts = flat(JSON.parse(read(`locales/zh-CN/${namespace}.json`)) as Tree)
  expect(keysOf(sections).sort()).toEqual(texts.filter((key) => !around.test(key)).sort())
})
