/**
 * Runs prepare.ts in a process of its own, which has the owner's credentials and exits before the server listens. The
 * server gets the log-ins of its roles alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { actRules } from '#server/platform/db/act-rules.ts'
import { ROLES } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** An advisory lock that is held while a database is prepared or put back. A running server has a lease (lease.ts). */
export const SERVER_LOCK = 8461

const PROGRAM = fileURLToPath(new URL('prepare-process.ts', import.meta.url))

/**
 * What the server that starts says of itself: its time, what its signatures are verified by, and with `afterRestore`
 * that its data are an older copy that was put back.
 */
const starting = {
  rules: actRules,
  afterRestore: z.boolean(),
  nowMs: z.int(),
  /** The id in its data folder, by which it takes the lease. */
  holder: z.string(),
  key: z.object({ keyId: z.string(), publicKeyPem: z.string(), missing: z.string().nullable() }),
}
/** A server that waits for its turn, with the paths of its keys that are missing. Null: it does not wait. */
const standby = z.object({ lacking: z.array(z.string()) }).nullable()
/** The database to prepare: an owner's URL, or an embedded cluster, whose password file the process reads. */
export const prepareRequest = z.union([
  z.object({ url: z.string(), standby, ...starting }),
  z.object({ folder: z.string(), port: z.int(), ...starting }),
])
type PrepareRequest = z.infer<typeof prepareRequest>

/** The connection URL of each role's log-in. */
export const roleUrls = z.record(z.enum(ROLES), z.string())

/**
 * The log-ins of the roles, the version of PostgreSQL (such as `18.4`), the migrations that were applied now, and the
 * epoch of the lease: null if no server starts.
 */
export const preparedDatabase = z.object({
  urls: roleUrls,
  version: z.string(),
  applied: z.array(z.string()),
  epoch: z.int().nullable(),
})
/** What the server knows about its database. */
export type Prepared = z.infer<typeof preparedDatabase>

const prepareAnswer = z.union([
  z.object({ prepared: preparedDatabase }),
  z.object({ refused: z.string() }),
])
/** What the process prints. */
export type PrepareAnswer = z.infer<typeof prepareAnswer>

/** The started process. */
export interface Preparing {
  /** Resolves when the process has ended. Throws `StartRefused` with what it refused. */
  prepare(request: PrepareRequest): Promise<Prepared>
  /** Ends a process that gets no request. */
  cancel(): void
}

/** Starts the process. It loads its code while the caller starts a cluster, and waits for the request. */
export function startPreparing(): Preparing {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  // A process that ended early has said why on its standard error.
  child.stdin.on('error', () => undefined)
  return {
    prepare: async (request) => {
      const exited = once(child, 'exit')
      child.stdin.end(JSON.stringify(request))
      const [printed] = await Promise.all([text(child.stdout), exited])
      if (printed === '') throw new Error('the database was not prepared')
      const answer = prepareAnswer.parse(JSON.parse(printed))
      if ('refused' in answer) throw new StartRefused(answer.refused)
      return answer.prepared
    },
    cancel: () => void child.kill(),
  }
}
