/** Clients of a scenario that trade, deposit, withdraw and use the fund while something happens to the server. */
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addPayoutAccount, addVerified } from '#support/cashier-room.ts'
import { setPassword } from '#support/credentials.ts'
import { subscribeRaw } from '#support/fund-room.ts'
import { addSession, openProducts } from '#support/killable-server.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type AckList, runClient, TRADING_PASSWORD } from '#support/order-clients.ts'
import type { ServerProcess } from '#support/server-process.ts'

const CLIENTS = 24
const CLIENT_PAUSE_MS = 250
const MONEY = 1_000_000n
/** Each client transferred this into the fund so long ago that days are due. */
const SHARES = 300_000n
const SHARES_MS = 12 * 86_400_000

export interface Client {
  userId: bigint
  cookie: string
}

/** Users with money, shares, a verified identity, a payout account and a session. */
export async function makeClients(owner: Database<never>, now: number): Promise<Client[]> {
  const clients: Client[] = []
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const tradingHash = await hasher.hash(TRADING_PASSWORD)
  for (let i = 0; i < CLIENTS; i++) {
    const userId = await addUser(owner)
    await grant(owner, userId, MONEY)
    await addVerified(owner, userId)
    await addPayoutAccount(owner, userId)
    await subscribeRaw(owner, { userId, amount: SHARES, at: now - SHARES_MS })
    await setPassword(owner, { userId, kind: 'trading', hash: tradingHash })
    clients.push({ userId, cookie: await addSession(owner, userId, `kill-${i}`) })
  }
  return clients
}

/** The clients, with the list of what is acknowledged to them. */
interface Load {
  server: ServerProcess
  clients: readonly Client[]
  acks: AckList
}

/** Runs the clients during the work. */
export async function underLoad<T>(
  { server, clients, acks }: Load,
  context: { seed: number; count(what: string): void },
  work: () => Promise<T>,
): Promise<T> {
  const products = await openProducts(server.url)
  let stopped = false
  const running = clients.map((client, i) =>
    runClient(
      {
        ...client,
        url: server.url,
        products,
        acks,
        seed: context.seed + i,
        pauseMs: CLIENT_PAUSE_MS,
        onAnswer: (what) => context.count(`answers ${what}`),
      },
      () => stopped,
    ),
  )
  try {
    return await work()
  } finally {
    stopped = true
    await Promise.all(running)
  }
}
