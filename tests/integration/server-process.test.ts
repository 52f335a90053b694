import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getBalance, takePracticeMoney } from '#contract/endpoints/cashier.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbedded } from '#server/platform/embedded.ts'
import { runServer, type ServerProcess, startServer } from '#support/started-server.ts'
import { Visitor } from '#support/visitor.ts'

let folder: string
let running: ServerProcess | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-process-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (): Promise<ServerProcess> => {
  running = await startServer(folder)
  return running
}
async function loggedIn({ url, account, password }: ServerProcess): Promise<Visitor> {
  const visitor = new Visitor(url)
  const answer = await visitor.post('/api/session', { account, password })
  expect(answer.status).toBe(200)
  return visitor
}

describe('the server process', () => {
  it('says where to look, how to come in, whose prices, that it is practice, and how to stop', async () => {
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

  it('refuses to share a data folder, and names the server that has it', async () => {
    const { pid, url } = await start()
    const second = await runServer(['--data-dir', folder, '--port', '0'])
    expect(second.code).toBe(1)
    expect(second.output).toContain(`pid ${pid}, ${url.replace('localhost', '127.0.0.1')}`)
    expect(second.output).not.toContain('    at ')
    expect((await new Visitor(url).get('/healthz')).status).toBe(200)
  })

  it('stops cleanly on a signal and keeps all that it was told', async () => {
    const first = await start()
    const visitor = await loggedIn(first)
    const money = await visitor.command('/api/practice-money', {})
    const { balance } = takePracticeMoney.reply.parse(money.body)
    const { code, output } = await first.stop('SIGTERM')
    expect(code).toBe(0)
    expect(output).toContain('Stopped.')
    expect(output).not.toMatch(/"level":"(warn|error|fatal)"/)
    expect(existsSync(join(folder, 'server.lock'))).toBe(false)

    const second = await start()
    expect([second.account, second.password]).toEqual([first.account, first.password])
    expect(second.openingCode).toBe(first.openingCode)
    const again = await loggedIn(second)
    expect(await again.read(getBalance.reply, '/api/balance')).toEqual(balance)
  })

  it('comes back after being killed, stopping the database it left behind', async () => {
    const first = await start()
    const visitor = await loggedIn(first)
    const before = await visitor.get('/api/balance')
    const postgres = Number(
      readFileSync(join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    await first.stop('SIGKILL')
    expect(() => process.kill(postgres, 0)).not.toThrow()

    const second = await start()
    expect(() => process.kill(postgres, 0)).toThrow()
    const after = await (await loggedIn(second)).get('/api/balance')
    expect(after.text).toBe(before.text)
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

  it('runs on the PostgreSQL of DATABASE_URL as an ordinary owner, one server at a time', async () => {
    const own = mkdtempSync(join(tmpdir(), 'fairtick-remote-'))
    chmodSync(own, 0o755)
    const postgres = await startEmbedded({ dataFolder: own })
    const admin = openDatabase(postgres.url('postgres'), { role: null, connections: 1 })
    try {
      await admin.query("create role plain login createrole password 'plain'")
      await admin.query('create database app owner plain')
      const at = new URL(postgres.url('app'))
      const env = { DATABASE_URL: `postgres://plain:plain@${at.host}/app` }
      running = await startServer(join(own, 'first'), env)
      expect((await new Visitor(running.url).get('/readyz')).status).toBe(200)
      const second = await runServer(['--data-dir', join(own, 'second'), '--port', '0'], env)
      expect([second.code, second.output]).toEqual([1, expect.stringContaining('Another Fairtick')])
      await running.stop()
    } finally {
      await admin.close()
      await postgres.stop()
      rmSync(own, { recursive: true, force: true })
    }
  })

  it('says plainly when the database it was pointed to cannot be reached', async () => {
    const { code, output } = await runServer(['--data-dir', folder, '--port', '0'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect(code).toBe(1)
    expect(output).toContain('DATABASE_URL cannot be reached')
    expect(existsSync(join(folder, 'server.lock'))).toBe(false)
  })
})
