/**
 * Sends commands, each under a key that identifies one intent and is stored on the device until the final answer.
 * Running commands live in the store and not in a page: leaving the page neither loses the key nor stops the look-up.
 */
import { useAtomValue, useStore } from 'jotai'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { z } from 'zod/mini'
import { type Answer, type ApiError, PROGRAM_FAILED, UNSENT } from '#api/api-error.ts'
import { call, type CallInput, type CallReply } from '#api/call.ts'
import { accountAtom, refreshUserAtom, tokenAtom, userAtom } from '#api/session.ts'
import {
  forgetCommand,
  isStored,
  keepCommand,
  type StoredCommand,
  storedCommands,
} from '#device/commands.ts'
import { type LookAnswer, recoverCommand, sendCommand } from '#commands/send-command.ts'
import type { CommandName } from '#contract/commands.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getCommand } from '#contract/endpoints/commands.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { streamsAtom } from '#streams'

export type CommandEndpoint = Endpoint & { command: CommandName; reply: z.ZodMiniType }

/** The timers of commands, so that tests need not wait. */
export const commandTimerAtom = atom({
  now: () => performance.now(),
  wait: (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms)
    }),
})

interface Held {
  meaning: string
  key: string
}

/** Identifies a command about one subject. Only one of these runs at a time. */
const lineOf = (name: CommandName, about: string): string => `${name} ${about}`

/** By command and subject: the last intent with its key, until it was accepted. */
const heldAtom = atom<ReadonlyMap<string, Held>>(new Map())
/** By command and subject: the account whose command is running. */
const runningAtom = atom<ReadonlyMap<string, string | null>>(new Map())
/** The keys that this page sent, each with the session that sent it. */
const ownAtom = atom<ReadonlyMap<string, string>>(new Map())
const recoveredAtom = atom(0)

/** Commands of this account that an earlier page, another tab or an ended session sent without showing an answer. */
export const earlierAtom = atom((get): readonly StoredCommand[] => {
  get(recoveredAtom)
  const account = get(accountAtom)
  const session = get(tokenAtom)
  const own = get(ownAtom)
  if (account === null) return []
  return storedCommands(account).filter(({ key }) => !own.has(key) || own.get(key) !== session)
})

/** Whether such a command waits for its answer. Until then no other command about the same subject is sent. */
const underWayAtom = atomFamily((line: string) =>
  atom((get): boolean => {
    const runs = get(runningAtom).has(line) && get(runningAtom).get(line) === get(accountAtom)
    return runs || get(earlierAtom).some(({ name, about }) => lineOf(name, about) === line)
  }),
)
export const underWay = (name: CommandName, about = '') => underWayAtom(lineOf(name, about))

/** Whether any command of this page waits for its answer. */
export const commandOpenAtom = atom((get) => get(runningAtom).size > 0)

/** The proofs of identity are not part of what the user intends, so a changed proof keeps the key. */
const PROOFS: readonly string[] = ['tradingPassword', 'proof']

function meaningOf(endpoint: CommandEndpoint, owner: string | null, input: object): string {
  const body = 'body' in input ? input.body : undefined
  const written = endpoint.body === undefined ? null : z.safeEncode(endpoint.body, body)
  const params = 'params' in input ? input.params : null
  return JSON.stringify([owner, params, written?.data ?? null], (name, value: unknown) =>
    PROOFS.includes(name) ? undefined : value,
  )
}

interface Asked {
  name: CommandName
  key: string
  /** Whether the user who sent the command is still logged in. */
  isOwn: () => boolean
}

/** What a failed look-up means. After any other error the next look-up may succeed. */
const UNANSWERED: Partial<Record<ApiError['kind'], 'ended' | 'failed'>> = {
  unauthorised: 'ended',
  unsent: 'failed',
  program: 'failed',
}

/** Looks up a command only after the server has confirmed that the logged-in user sent it. */
async function lookUp(get: Getter, set: Setter, asked: Asked): Promise<LookAnswer<unknown>> {
  const { name, key, isOwn } = asked
  if (get(userAtom).status === 'unknown') await set(refreshUserAtom)
  if (!isOwn()) return { kind: 'ended' }
  if (get(userAtom).status === 'unknown') return { kind: 'unsure' }
  const found = await call(getCommand, { params: { name, key } })
  if (!found.ok) return { kind: UNANSWERED[found.error.kind] ?? 'unsure' }
  const { answer } = found.value
  return answer === null ? { kind: 'none' } : { kind: 'found', value: answer }
}

interface Told {
  /** The product or document that the command concerns. */
  about?: string
  /** As it is sent over the API. */
  amount?: string
  /**
   * The key of this tap, if the input depends on it: a signature covers the key. Such an input is never sent under
   * another key, and the next tap has one of its own.
   */
  key?: string
  /** Called when an answer was lost and the result is being looked up. */
  onConfirming?: (attempt: number) => void
}

type Send<E extends CommandEndpoint> = Omit<CallInput<E>, 'key' | 'signal'>

interface Sending<E extends CommandEndpoint> extends Told {
  endpoint: E
  input: Send<E>
}

/** What is stored and locked while a command runs. */
interface Running {
  line: string
  owner: string | null
  session: string
  key: string
}

/** Locks the subject of a command and stores the command, just before it is sent. */
function begin<E extends CommandEndpoint>(get: Getter, set: Setter, sending: Sending<E>): Running {
  const { endpoint, input, about = '', amount = '', key: own } = sending
  const line = lineOf(endpoint.command, about)
  const [owner, session] = [get(accountAtom), get(tokenAtom)]
  const meaning = meaningOf(endpoint, owner, input)
  const held = own === undefined ? get(heldAtom).get(line) : { meaning, key: own }
  const key = held?.meaning === meaning ? held.key : newIntentKey(get(streamsAtom)?.serverNow())
  set(heldAtom, (all) => new Map(all).set(line, { meaning, key }))
  set(ownAtom, (all) => new Map(all).set(key, session))
  set(runningAtom, (all) => new Map(all).set(line, owner))
  const { command: name } = endpoint
  if (owner !== null) keepCommand({ key, account: owner, name, about, amount, sentAt: Date.now() })
  return { line, owner, session, key }
}

async function settle<E extends CommandEndpoint>(
  get: Getter,
  set: Setter,
  { endpoint, input, onConfirming }: Sending<E>,
  { key, session }: Running,
): Promise<Answer<CallReply<E>>> {
  let sent = false
  const looked = async (): Promise<LookAnswer<CallReply<E>>> => {
    const isOwn = (): boolean => get(tokenAtom) === session
    const found = await lookUp(get, set, { name: endpoint.command, key, isOwn })
    if (found.kind !== 'found') return found
    const read = endpoint.reply.safeParse(found.value)
    return read.success ? { kind: 'found', value: read.data as CallReply<E> } : { kind: 'failed' }
  }
  const send = (signal: AbortSignal) => {
    const answer = call(endpoint, { ...input, key, signal } as unknown as CallInput<E>)
    sent = true
    return answer
  }
  try {
    return await sendCommand<CallReply<E>>({
      ...get(commandTimerAtom),
      send,
      lookUp: looked,
      onConfirming: (attempt) => onConfirming?.(attempt),
    })
  } catch {
    return sent ? PROGRAM_FAILED : UNSENT
  }
}

/** The next tap is another intent: what a restore undid is not sent once more under its old key. */
const isExpired = (error: ApiError): boolean =>
  error.kind === 'rejected' && error.code === 'key_expired'

const without = <T>(all: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...all].filter(([of]) => of !== key))

/**
 * Sends a command and resolves to its certain result: accepted, refused, `not_done`, `unsent` or `unknown`. After
 * `program` the command is looked up as one of an earlier page. Never throws.
 */
export async function runCommand<E extends CommandEndpoint>(
  get: Getter,
  set: Setter,
  sending: Sending<E>,
): Promise<Answer<CallReply<E>>> {
  let running: Running | null = null
  try {
    if (get(underWayAtom(lineOf(sending.endpoint.command, sending.about ?? ''))))
      return { ok: false, error: { kind: 'unknown' } }
    running = begin(get, set, sending)
    const { line, key } = running
    const answer = await settle(get, set, sending, running)
    const isOpen = !answer.ok && answer.error.kind === 'program'
    if (isOpen) set(ownAtom, (all) => without(all, key))
    // When the result could not be looked up, the command stays stored for the account's next log-in.
    else if (answer.ok || answer.error.kind !== 'unknown') forgetCommand(key)
    if (answer.ok || isExpired(answer.error)) set(heldAtom, (all) => without(all, line))
    // The answer is for the account that sent the command, and not for the one that is logged in by now.
    return isOthers(get, running) ? { ok: false, error: { kind: 'unknown' } } : answer
  } catch {
    return running === null ? UNSENT : PROGRAM_FAILED
  } finally {
    release(set, running)
  }
}

/** Who sent a command before the app knew whose the session is, is told apart by the session. */
function isOthers(get: Getter, { owner, session }: Running): boolean {
  if (owner === null) return session !== '' && get(tokenAtom) !== session
  const now = get(accountAtom)
  return now !== null && now !== owner
}

function release(set: Setter, running: Running | null): void {
  if (running === null) return
  const { line, owner } = running
  set(runningAtom, (all) => (all.get(line) === owner ? without(all, line) : all))
}

/** Looks up what became of a command that an earlier page sent. Null when this page has nothing to show. */
export const recoverAtom = atom(
  null,
  async (get, set, kept: StoredCommand, onLong: () => void): Promise<Answer<unknown> | null> => {
    const answer = await recoverCommand({
      ...get(commandTimerAtom),
      lookUp: async () => {
        const { key, name, account } = kept
        if (!isStored(key)) return { kind: 'ended' }
        const isOwn = (): boolean => get(accountAtom) === account
        return lookUp(get, set, { name, key, isOwn }).catch(() => ({ kind: 'unsure' }) as const)
      },
      onConfirming: (attempt) => {
        if (attempt === 1) onLong()
      },
    })
    const ended = !answer.ok && answer.error.kind === 'unknown'
    const news = !ended && forgetCommand(kept.key)
    set(recoveredAtom, (count) => count + 1)
    return news ? answer : null
  },
)

export interface CommandHandle<E extends CommandEndpoint> {
  /** A command is waiting for its answer, whether this page, an earlier page or another tab sent it. */
  waiting: boolean
  send: (input: Send<E>, told?: Omit<Told, 'about'>) => Promise<Answer<CallReply<E>>>
}

/** Sends commands to one endpoint. `about` tells commands about different documents apart. */
export function useCommand<E extends CommandEndpoint>(endpoint: E, about = ''): CommandHandle<E> {
  const store = useStore()
  return {
    waiting: useAtomValue(underWay(endpoint.command, about)),
    send: (input, told) => runCommand(store.get, store.set, { endpoint, input, about, ...told }),
  }
}
