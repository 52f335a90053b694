import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBalance } from '#contract/endpoints/balance.ts'
import type { Balance } from '#contract/balance.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { DATABASE } from '#server/platform/db/prepare.ts'
import { runningUrl, startEmbedded } from '#server/platform/db/embedded.ts'
import { lastsFor, setLeaseLength } from '#support/lease-length.ts'
import { until } from '#support/until.ts'
import {
  beginServer,
  replayOf,
  runServer,
  type ServerProcess,
  startServer,
} from '#support/started-server.ts'
import { Visitor } from '#support/visitor.ts'

let folder: string
let started: ServerProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-process-'))
  // When tests run as root, the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  await started?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (): Promise<ServerProcess> => {
  started = await startServer(folder)
  return started
}
function running(): ServerProcess {
  if (started === undefined) throw new Error('no server was started')
  return started
}
async function loggedIn({ url, account, password }: ServerProcess): Promise<Visitor> {
  const visitor = new Visitor(url)
  const answer = await visitor.post('/api/session', { account, password })
  expect(answer.status).toBe(200)
  return visitor
}

/** A balance without what changes at midnight. */
const kept = ({ today: _today, practiceNextAt: _next, ...money }: Balance) => money
const keptBy = async (server: ServerProcess) =>
  kept(await (await loggedIn(server)).read(getBalance.reply, '/api/balance'))

/** Of the embedded PostgreSQL. */
const postgresPid = (): number =>
  Number(readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The first start lays the history of every product, which takes long on a busy machine. */
const PATIENT = { timeout: 120_000 }
const FOUR_STARTS = { timeout: 300_000 }

describe('the server process', PATIENT, () => {
  // One life of a data folder: each test continues with the server that the one before left.
  it('prints where to look, how to log in, whose prices it shows, and how to stop', async () => {
    const server = await start()
    const { output } = server
    // By name: passkeys belong to names, never to addresses.
    expect(server.url).toMatch(/^http:\/\/localhost:\d+$/)
    for (const part of ['simulated', 'practice money', 'Ctrl-C']) expect(output()).toContain(part)
    expect((await new Visitor(server.url).get('/readyz')).status).toBe(200)
    const secrets = ['demo-user.json', 'signing-key.pem', 'server.lock', 'pg-password']
    for (const file of secrets) {
      expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
    }
  })

  it('gives the user whom it prints practice money, once', async () => {
    const { available } = await keptBy(running())
    expect(available).toBe(1_000_000n)
    const again = await (await loggedIn(running())).command('/api/practice-money', {})
    expect(again).toMatchObject({ status: 409, body: { code: 'practice_taken' } })
  })

  it('refuses to share a data folder, and names the server that has it', async () => {
    const { pid, url } = running()
    const second = await runServer(['--data-dir', folder, '--port', '0'])
    expect(second.code).toBe(1)
    expect(second.output).toContain(`pid ${pid}, ${url.replace('localhost', '127.0.0.1')}`)
    expect(second.output).not.toContain('    at ')
    expect((await new Visitor(url).get('/healthz')).status).toBe(200)
  })

  it('is the only one on its database, also beside one that comes by DATABASE_URL', async () => {
    const url = runningUrl(folder, DATABASE) ?? ''
    const owner = openDatabase(url, { connections: 1 })
    const other = mkdtempSync(join(tmpdir(), 'fairtick-intruder-'))
    try {
      const logIns = (): Promise<object[]> =>
        owner.query("select rolname, rolpassword from pg_authid where rolname like 'fairtick%'")
      const before = await logIns()
      await setLeaseLength(owner, 60)
      await until('a renewal', () => lastsFor(owner, 60))
      const args = ['--data-dir', other, '--port', '0']
      const second = await runServer(args, { DATABASE_URL: url })
      expect([second.code, second.output]).toEqual([1, expect.stringContaining('Another Fairtick')])
      expect(await logIns()).toEqual(before)
      expect(await owner.query('select count(*) as keys from signing_keys')).toEqual([{ keys: 1n }])
      expect(readdirSync(other)).toEqual([])
      expect((await new Visitor(running().url).get('/readyz')).status).toBe(200)
    } finally {
      await owner.close()
      rmSync(other, { recursive: true })
    }
  })

  it('has operators that are added and listed on the command line beside it', () => {
    const command = (words: string[], input = ''): string => {
      const args = ['scripts/operator.ts', ...words, '--data-dir', folder]
      const env = { ...process.env, ENV_FILE: '' }
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { input, env })
      expect([status, stderr.toString()]).toEqual([0, ''])
      return stdout.toString()
    }
    expect(command(['list'])).toContain('Nobody yet')
    expect(command(['add', 'mia'], 'harbour-lantern-quiet-55\n')).toMatch(/secret +[A-Z2-7]{32}/)
    expect(command(['list'])).toMatch(/^mia +since \d{4}-/)
  })

  it('stops cleanly on a signal and keeps all that it was told', async () => {
    const first = running()
    const before = await keptBy(first)
    const { code, output } = await first.stop('SIGTERM')
    expect(code).toBe(0)
    expect(output).toContain('Stopped.')
    expect(output).not.toMatch(/"level":"(warn|error|fatal)"/)
    expect(existsSync(join(folder, 'server.lock'))).toBe(false)

    const second = await start()
    expect([second.account, second.password]).toEqual([first.account, first.password])
    expect(second.openingCode).toBe(first.openingCode)
    expect(await keptBy(second)).toEqual(before)
  })

  it('starts again after it was killed, and stops the database it left behind', async () => {
    const first = running()
    const before = await keptBy(first)
    const postgres = postgresPid()
    await first.stop('SIGKILL')
    expect(() => process.kill(postgres, 0)).not.toThrow()

    const second = await start()
    expect(() => process.kill(postgres, 0)).toThrow()
    expect(await keptBy(second)).toEqual(before)
  })

  it('says that its database ended and what to do, whatever it logs, and starts again', async () => {
    const before = await keptBy(running())
    await running().stop()
    const first = await startServer(folder, { LOG_LEVEL: 'silent' })
    started = first
    process.kill(postgresPid(), 'SIGKILL')
    const { code, output } = await first.ended()
    expect(code).toBe(1)
    for (const part of ['The embedded PostgreSQL has ended', 'SIGKILL', 'Start the server again']) {
      expect(output).toContain(part)
    }
    expect(output).not.toContain('    at ')

    expect(await keptBy(await start())).toEqual(before)
  })

  it('names every fault of its configuration at once and does not start', async () => {
    const { code, output } = await runServer(['--prot', '1', '--port', 'x'], {
      PRACTICE: 'perhaps',
    })
    expect(code).toBe(2)
    for (const fault of ['--prot is not a flag', '--port must be', 'PRACTICE must be on or off']) {
      expect(output).toContain(fault)
    }
  })
})

describe('with DATABASE_URL', PATIENT, () => {
  let other: string
  beforeEach(() => {
    other = mkdtempSync(join(tmpdir(), 'fairtick-remote-'))
    chmodSync(other, 0o755)
  })
  afterEach(() => rmSync(other, { recursive: true, force: true }))

  it(
    'runs on that PostgreSQL as an ordinary owner, one server at a time',
    FOUR_STARTS,
    async () => {
      // A cluster of its own: this owner creates the app's role, which every database of a cluster shares.
      const postgres = await startEmbedded({ dataFolder: other })
      const admin = openDatabase(postgres.url('postgres'), { connections: 1 })
      try {
        await admin.query("create role plain login createrole password 'plain'")
        await admin.query('create database app owner plain')
        const { host } = new URL(postgres.url('app'))
        const env = { DATABASE_URL: `postgres://plain:plain@${host}/app`, ...replayOf(other) }
        const server = await startServer(join(other, 'first'), env)
        expect((await new Visitor(server.url).get('/readyz')).status).toBe(200)
        const owner = openDatabase(env.DATABASE_URL, { connections: 1 })
        await setLeaseLength(owner, 60)
        await until('a renewal', () => lastsFor(owner, 60))
        const second = await runServer(['--data-dir', join(other, 'second'), '--port', '0'], env)
        expect([second.code, second.output]).toEqual([
          1,
          expect.stringContaining('Another Fairtick'),
        ])

        await setLeaseLength(owner, 3)
        await until('a renewal', () => lastsFor(owner, 3))
        await owner.close()
        cpSync(join(other, 'first'), join(other, 'standby'), {
          recursive: true,
          filter: (path) => !/server(\.lock|-id)$/.test(path),
        })
        // The limit also holds in the process that DATABASE_URL was taken from.
        const standingBy = { ...env, STANDBY: 'on', DATABASE_MAX_GB: '20' }
        const next = beginServer(join(other, 'standby'), standingBy)
        await until('the server that stands by', async () => next.output().includes('stands by'))
        expect((await new Visitor(server.url).get('/readyz')).status).toBe(200)
        // A machine that stands still, or lost its network, says nothing.
        process.kill(server.pid, 'SIGSTOP')
        const standby = await next.ready()
        process.kill(server.pid, 'SIGCONT')
        const { code, output } = await server.ended()
        expect([code, output]).toEqual([1, expect.stringContaining('has taken over the database')])
        expect((await new Visitor(standby.url).get('/readyz')).status).toBe(200)
        await standby.stop()
        const again = await startServer(join(other, 'first'), env)
        await again.stop()
      } finally {
        await admin.close()
        await postgres.stop()
      }
    },
  )

  it('explains when that PostgreSQL cannot be reached', async () => {
    const { code, output } = await runServer(['--data-dir', other, '--port', '0'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL cannot be reached')
    expect(existsSync(join(other, 'server.lock'))).toBe(false)
  })
})
