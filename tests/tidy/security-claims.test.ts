/** What docs/asvs.json and docs/SECURITY.md say of the code and that reading the code shows. */
import { HOUR_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { DESK_SESSION_MS } from '#server/platform/http/cookies.ts'
import { SESSION_LIFE_MS } from '#server/identity/sessions.ts'
import { INSIDER_ACTS } from '#support/insiders.ts'
import { files, read, sources } from './repository.ts'

const server = () => files(/\.ts$/, ['server'])
const code = () => [...sources(), ...files(/\.(ts|mjs)$/, ['scripts'])]
const rows = (): Endpoint[] =>
  Object.values(ENDPOINTS).flatMap((area) => Object.values<Endpoint>(area))
const pathsWith = (pattern: RegExp, all = sources()): string[] =>
  all.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
/** What the pattern's first group found, once each. */
const found = (pattern: RegExp, all = sources()): string[] => [
  ...new Set(all.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word]) => word ?? ''))),
]

/** Sections, and words that each has to hold. */
const SECTIONS: readonly [string, string, RegExp][] = [
  ['SECURITY', 'Who attacks, and how far they come', /stolen phone/i],
  ['SECURITY', 'Input and limits', /checked together/],
  ['SECURITY', 'Uploads', /12 megapixels[\s\S]*never (stored|kept)/],
  ['SECURITY', 'Logging in', /PASSWORD_LIST[\s\S]*locks no one out/],
  ['SECURITY', 'Sessions', /90 days[\s\S]*Twenty/],
  ['SECURITY', 'Access', /masked/],
  ['SECURITY', 'Keys and algorithms', /AES-256-GCM[\s\S]*Ed25519/],
  ['SECURITY', 'Data', /Secret[\s\S]*Personal[\s\S]*Public/],
  ['SECURITY', 'Connections', /push services[\s\S]*sslmode/],
  ['SECURITY', 'What costs much', /Argon2id[\s\S]*queue/],
  ['SECURITY', 'Components', /days/],
  ['SECURITY', 'Reporting a weakness', /answer/],
  ['OPERATIONS', 'Logs', /standard output[\s\S]*operator_log/],
  ['OPERATIONS', 'Before strangers may come', /TLS 1\.2 and 1\.3/],
]

it.each(SECTIONS)('documents what an auditor asks for: %s, %s', (page, title, words) => {
  const [, text = ''] = read(`docs/${page}.md`).split(`## ${title}\n`)
  expect(text.split(/^## /m)[0]).toMatch(words)
})

it('names limits in the documentation as the code has them', () => {
  const security = read('docs/SECURITY.md')
  expect(security).toContain(`${SESSION_LIFE_MS / (24 * HOUR_MS)} days`)
  expect(security).toContain(`${DESK_SESSION_MS / HOUR_MS} hours`)
  expect(read('server/sql/functions/sessions.sql')).toContain('order by o.id desc limit 20')
  expect(read('server/identity/password-hasher.ts')).toContain('memoryCost: 19_456, timeCost: 2')
  expect(security).toContain('19 MiB and two passes')
})

/** Constants of the code that are put into a statement. Read what a new one can hold before it is added. */
const SQL_PARTS: readonly RegExp[] = [
  /^[A-Z][A-Z0-9_]*(\[\w+\]|\(.*\))?$/,
  /^(iso|isoOf|kindIs|isStatus)\(.*\)$/,
  /^(where|of|id|list|after|order|table|at|idColumn|place|delivered|read)$/,
  /^(columns|kind|locked|proposal|proposedIn|queue|KINDS\[kind\]\.table|counted\.join\(', '\))$/,
  /^(columns\.\w+|key\.(at|id)|verification\.decidedMs)$/,
  /^[^?]+ \? .* : .*$/,
]

it('builds SQL from constants alone', () => {
  const parts = server().flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:\\.|[^`\\])*)`/g)]
      .map(([, body = '']) => body)
      .filter((body) => /\b(select|insert into|update \w+ set|delete from)\b/.test(body))
      .flatMap((body) => [...body.matchAll(/\$\{([^}]*)\}/g)].map(([, part = '']) => part))
      .filter((part) => !SQL_PARTS.some((known) => known.test(part)))
      .map((part) => `${path}: ${part}`),
  )
  expect(parts).toEqual([])
})

it('starts programs in three files only, and none through a shell line', () => {
  expect(pathsWith(/from 'node:child_process'/).sort()).toEqual([
    'server/platform/db/embedded-binaries.ts',
    'server/platform/db/embedded.ts',
    'server/platform/db/preparing.ts',
  ])
  expect(pathsWith(/shell: true|\bexec(Sync)?\(['"`]/)).toEqual([])
})

it('runs no text as code or pattern', () => {
  expect(pathsWith(/\beval\(|new Function\(|from 'node:vm'|dangerouslySetInnerHTML/)).toEqual([])
  expect(pathsWith(/\.innerHTML\b|insertAdjacentHTML|document\.write\(/)).toEqual([])
  expect(pathsWith(/setTimeout\(\s*['"`]/)).toEqual([])
  expect(found(/new RegExp\(([^)]*)\)/g)).toEqual(['`^[A-Za-z0-9_-]{${bytes}}=*$`'])
})

it('changes nothing by GET, and puts no secret into an address', () => {
  const gets = rows().filter(({ method }) => method === 'GET')
  expect(gets.length).toBeGreaterThan(20)
  expect(gets.filter((row) => row.body !== undefined || row.command !== undefined)).toEqual([])
  const named = rows().flatMap(({ path, query }) => [
    path,
    ...(query === undefined ? [] : Object.keys(query.shape)),
  ])
  // POST /password is where one is changed: its address is a word, not a value.
  const secret = /secret|token|proof|code$|pin$|:.*password/i
  // A code that users give away, and can revoke: it authenticates no one (docs/decisions/0045-shared-receipts.md).
  const handedOut = ['/shared/:code']
  expect(named.filter((name) => secret.test(name))).toEqual(handedOut)
})

it('opens its socket at the origin of the page', () => {
  expect(found(/new WebSocket\(([^\n]*)\)\n/g)).toEqual([
    "location.origin.replace(/^http/, 'ws') + ENGINE + opening",
  ])
  expect(pathsWith(/\bws:\/\/|http:\/\/(?!localhost|127|\$|www\.w3\.org)/)).toEqual([])
  const clients = files(/\.tsx?$/, ['src']).filter(({ text }) => text.includes('createStreams('))
  expect(clients.flatMap(({ text }) => text.match(/createStreams\([^)]*url/g) ?? [])).toEqual([])
})

it('hides passwords, and lets them be pasted and filled in', () => {
  expect(read('src/ui/password-field.tsx')).toContain("type={shown ? 'text' : 'password'}")
  expect(pathsWith(/onPaste|onCopy|onCut/, files(/\.tsx$/, ['src/ui', 'src/features']))).toEqual([])
  const fields = files(/\.tsx$/, ['src']).flatMap(
    ({ text }) => text.match(/autoComplete="(current|new)-password"/g) ?? [],
  )
  expect(new Set(fields).size).toBe(2)
})

it('asks for no hint and no secret question', () => {
  const asked = ENDPOINTS.registration.register.body.shape
  expect(Object.keys(asked).sort()).toEqual([
    'account',
    'openingCode',
    'password',
    'phone',
    'tradingPassword',
  ])
})

it('begins sessions at the two log-ins and for a guest alone', () => {
  const setting = /reply\.header\('set-cookie', \[/
  const routes = pathsWith(setting, server()).flatMap((path) =>
    read(path)
      .split('bindRoute(')
      .filter((route) => setting.test(route)),
  )
  const names = routes.map((route) => /^app, (?:\w+\.)?(\w+), async/.exec(route)?.[1] ?? '')
  expect(new Set(names)).toEqual(new Set(['deskLogIn', 'logIn', 'openGuest']))
  expect(names).toHaveLength(3)
})

it('knows no password by heart', () => {
  const inCode = /\bpassword['"]?\s*[:=]\s*['"`][^'"`\s]{6,}['"`]/i
  const known = pathsWith(inCode, [...server(), ...files(/\.(ts|mjs)$/, ['scripts'])])
  expect(known).toEqual([])
  expect(read('server/platform/db/embedded.ts')).toContain("randomBytes(24).toString('base64url')")
  expect(read('server/identity/first-users.ts')).toContain("randomBytes(16).toString('base64url')")
})

it('takes secrets from the secure generator alone', () => {
  expect(pathsWith(/Math\.random\(/, server())).toEqual([])
  expect(read('server/platform/http/cookies.ts')).toContain('randomBytes(32)')
  expect(found(/randomBytes\((\d+)\)/g, files(/\.ts$/, ['server'])).map(Number)).not.toContain(12)
  const weak = pathsWith(/Math\.random\(/).filter((path) =>
    /password|key|secret|session/.test(path),
  )
  expect(weak).toEqual([])
})

it('uses the algorithms that the documentation names, and no others', () => {
  const all = code()
  expect(found(/create(?:Hash|Hmac)\('([\w-]+)'/g, all).sort()).toEqual(['sha256'])
  expect(found(/create(?:C|Dec)ipheriv\('([\w-]+)'/g, all)).toEqual(['aes-256-gcm'])
  expect(found(/generateKeyPairSync\('([\w-]+)'/g, all)).toEqual(['ed25519'])
  expect(found(/'(MD5|md5|3?DES|RC4|aes-\d+-(?:ecb|cbc))'/g, all)).toEqual([])
  const security = read('docs/SECURITY.md')
  for (const name of ['AES-256-GCM', 'Ed25519', 'SHA-256', 'Argon2id', 'HMAC-SHA-1', 'P-256']) {
    expect(security).toContain(name)
  }
  // It makes simulated prices, which anyone can compute again, and seals nothing.
  expect(pathsWith(/rules\/chacha20\.ts/).sort()).toEqual([
    'rules/simulated-history.ts',
    'rules/simulation.ts',
  ])
})

it('checks certificates of every server that it calls', () => {
  expect(pathsWith(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/, code())).toEqual([])
})

it('calls other servers in five files only: push services, a webhook, a relay of drand, and venues', () => {
  const callers = pathsWith(
    /\bfetch\(|\bhttps?\.(request|get)\(|\bconnect\(\{|\bnew WebSocket\(/,
    server(),
  )
  expect(callers.toSorted()).toEqual([
    'server/market/feeds/live/first-candles.ts',
    'server/market/feeds/live/venue-connection.ts',
    'server/market/feeds/rounds.ts',
    'server/outlet/webhook-sender.ts',
    'server/push/push-sender.ts',
  ])
})

it('writes logs through one logger', () => {
  expect(pathsWith(/\bconsole\.|createWriteStream\([^)]*log/, server())).toEqual([])
  // No logs: the lists of deleted photos.
  expect(pathsWith(/appendFile/, server()).toSorted()).toEqual([
    'server/backup/deleted-list.ts',
    'server/verification/deleted-photos.ts',
  ])
  expect(pathsWith(/from 'pino'/)).toEqual(['server/platform/logging.ts'])
})

it('compares passwords in one file alone', () => {
  // The command line stores the hash of a new operator.
  const places = ['server/desk/operator-store.ts', 'server/identity/credential-store.ts']
  expect(pathsWith(/password_hash/, server()).toSorted()).toEqual(places)
  expect(pathsWith(/import \{[^}]*\b(?!type )select\w*Password/, server())).toEqual([
    'server/identity/credentials.ts',
  ])
  expect(pathsWith(/createCredentials\(/, server()).toSorted()).toEqual([
    'server/identity/credentials.ts',
    'server/identity/open-identity.ts',
  ])
})

it('locks a user in one place alone', () => {
  const locking = files(/\.ts$/, ['server']).filter(({ text }) => text.includes('from user_mutex'))
  expect(locking.map(({ path }) => path)).toEqual(['server/platform/user-transaction.ts'])
  expect(pathsWith(/\b(lockUser|beginCommand)\(/, server())).toEqual([
    'server/platform/user-transaction.ts',
  ])
})

it('says what becomes of each act of an insider, and nothing of acts that no one tries', () => {
  const [, page = ''] = read('docs/SECURITY.md').split('## Insiders\n')
  const [section = ''] = page.split('\n## ')
  const said = [...section.matchAll(/^\| (.+?) \| (prevented|detected): `?(.+?)`? \|$/gm)]
  const expected = INSIDER_ACTS.map(({ what, expected: outcome }) => {
    const [how, by] = Object.entries(outcome)[0] ?? []
    return [what, how, by].join('; ')
  })
  const rows = said.map(([, what, how, by]) => [what, how, by].join('; '))
  // Some acts are tried by more than one role.
  const once = (all: readonly string[]) => [...new Set(all)].toSorted()
  expect(once(rows)).toEqual(once(expected))
})
