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
import { type Database, openDatabase } from '#server/platform/db/database.ts'

export interface TestDatabase {
  /** Runs every statement as the app's role, as the server does. */
  db: Database
  /** Runs statements as the owner of the tables, who has more rights than the app. */
  owner: Database
  /** The owner's connection string. */
  url: string
  /** Also drops the database. */
  close(): Promise<void>
}

const CLUSTER = fileURLToPath(new URL('postgres-cluster.ts', import.meta.url))
/** Names the environment variable with the template's connection string in the cluster of this run. */
const SHARED_URL = 'TEST_POSTGRES_URL'

interface Cluster {
  templateUrl: string
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
  const { value: templateUrl, done } = await printed.next()
  if (done === true) throw new Error('PostgreSQL did not start')
  child.unref()
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
  return {
    templateUrl,
    stop: async () => {
      child.ref()
      child.stdin.end()
      await exited
    },
  }
}

/** Called by vitest before the first worker starts (`globalSetup`); returns what vitest calls at the end. */
export async function setup(): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startCluster()
  process.env[SHARED_URL] = templateUrl
  return stop
}

let ownCluster: Promise<Cluster> | undefined

async function templateUrl(): Promise<URL> {
  const shared = process.env[SHARED_URL]
  if (shared !== undefined) return new URL(shared)
  ownCluster ??= startCluster()
  return new URL((await ownCluster).templateUrl)
}

async function administer(url: string, statement: string): Promise<void> {
  const admin = openDatabase(url, { role: null, connections: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.close()
  }
}

/** Close it when done. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = await templateUrl()
  const urlOf = (database: string): string =>
    Object.assign(new URL(template), { pathname: database }).href
  const name = `test_${randomBytes(8).toString('hex')}`
  const adminUrl = urlOf('postgres')
  await administer(adminUrl, `create database ${name} template ${template.pathname.slice(1)}`)
  const url = urlOf(name)
  const db = openDatabase(url)
  const owner = openDatabase(url, { role: null, connections: 2 })
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await Promise.all([db.close(), owner.close()])
    await administer(adminUrl, `drop database ${name} with (force)`)
  }
  return {
    db,
    owner,
    url,
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
