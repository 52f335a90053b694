/**
 * A real PostgreSQL for tests: every call makes a new migrated database.
 * In vitest all workers share one cluster, which `setup` starts before them. Any other process starts its own.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { z } from 'zod'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { renewLogIns } from '#server/platform/db/log-ins.ts'
import { openPools, type Pools } from '#server/platform/db/pools.ts'

const templateUrls = z.object({
  owner: z.string(),
  market: z.string(),
  settlement: z.string(),
  credentials: z.string(),
  auditor: z.string(),
  app: z.string(),
})
type Urls = z.infer<typeof templateUrls>

export interface TestDatabase {
  /** As the server has them: each logs in as its role. */
  pools: Pools
  /** The app's pool. */
  db: Database
  /** Runs statements as the owner of the tables, who has more rights than the server's roles. */
  owner: Database<never>
  /** The owner's connection string. */
  url: string
  /** The connection strings of the owner and of the roles. */
  urls: Urls
  /** Another database with the same content and with log-ins of its own, as a server has them. */
  copy(): Promise<TestDatabase>
  /** Also drops the database. */
  close(): Promise<void>
}

const CLUSTER = fileURLToPath(new URL('postgres-cluster.ts', import.meta.url))
/** Names the environment variable with the template's connection strings in the cluster of this run. */
export const SHARED_URLS = 'TEST_POSTGRES_URLS'

interface Cluster {
  template: string
  stop(): Promise<void>
}

/** It stops with this process at the latest, and does not keep this process running. */
async function startCluster(): Promise<Cluster> {
  // Ctrl-C must not reach it before the tests that use it have ended.
  const child = spawn(process.execPath, [CLUSTER], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value: template, done } = await printed.next()
  if (done === true) throw new Error('PostgreSQL did not start')
  child.unref()
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
  return {
    template,
    stop: async () => {
      child.ref()
      child.stdin.end()
      await exited
    },
  }
}

/** Called by vitest before the first worker starts (`globalSetup`); returns what vitest calls at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const { template, stop } = await startCluster()
  process.env[SHARED_URLS] = template
  return stop
}

let ownCluster: Promise<Cluster> | undefined

async function templateText(): Promise<string> {
  const shared = process.env[SHARED_URLS]
  if (shared !== undefined) return shared
  ownCluster ??= startCluster()
  return (await ownCluster).template
}

async function administer(url: string, statement: string): Promise<void> {
  const admin = openDatabase(url, { connections: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.close()
  }
}

const urlOf = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: database }).href
const nameIn = (url: string): string => new URL(url).pathname.slice(1)
const newName = (): string => `test_${randomBytes(8).toString('hex')}`

/** Gives a new database log-ins of its own, of which no other database knows. */
async function withOwnLogIns(url: string): Promise<Urls> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return { owner: url, ...(await renewLogIns(client, url)) }
  } finally {
    await client.end()
  }
}

function connect(urls: Urls): TestDatabase {
  const { close: closePools, started, ...pools } = openPools(urls, () => undefined)
  started()
  const owner = openDatabase(urls.owner, { connections: 2 })
  const adminUrl = urlOf(urls.owner, 'postgres')
  const name = nameIn(urls.owner)
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.all([closePools(), owner.close()])
    await administer(adminUrl, `drop database ${name} with (force)`)
  }
  return {
    pools,
    db: pools.app,
    owner,
    url: urls.owner,
    urls,
    copy: async () => {
      const other = newName()
      await administer(
        adminUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
      await administer(adminUrl, `create database ${other} template ${name} strategy file_copy`)
      return databaseAt(urlOf(urls.owner, other))
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** An existing database with the current schema, with log-ins of its own. */
export const databaseAt = async (url: string): Promise<TestDatabase> =>
  connect(await withOwnLogIns(url))

/** Close it when done. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = templateUrls.parse(JSON.parse(await templateText()))
  const name = newName()
  await administer(
    urlOf(template.owner, 'postgres'),
    `create database ${name} template ${nameIn(template.owner)} strategy file_copy`,
  )
  return connect({
    owner: urlOf(template.owner, name),
    market: urlOf(template.market, name),
    settlement: urlOf(template.settlement, name),
    credentials: urlOf(template.credentials, name),
    auditor: urlOf(template.auditor, name),
    app: urlOf(template.app, name),
  })
}
