/**
 * The one way to send a command: under a key that stands for one intent, kept on the device until the final answer.
 * What runs lives in the store, not in a page: leaving the page neither loses the key nor stops the asking.
 */
import { useAtomValue, useStore } from 'jotai'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { z } from 'zod'
import type { Answer } from '#lib/api-error.ts'
import { call, type CallInput, type CallReply } from '#api/call.ts'
import { accountAtom, refreshUserAtom, tokenAtom, userAtom } from '#api/session.ts'
import {
  forgetCommand,
  isKept,
  keepCommand,
  type KeptCommand,
  keptCommands,
} from '#commands/kept-commands.ts'
import { type LookAnswer, recoverCommand, sendCommand } from '#commands/send-command.ts'
import type { CommandName } from '#contract/commands.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getCommand } from '#contract/endpoints/commands.ts'
import { newIntentKey } from '#lib/intent-key.ts'

export type CommandEndpoint = Endpoint & { command: CommandName; reply: z.ZodType }

/** Time for the asking, so that a test need not wait. */
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

/** Of one command about one thing there is one at a time. */
const lineOf = (name: CommandName, about: string): string => `${name} ${about}`

/** By line: the last intent with its key, until it was accepted. */
const heldAtom = atom<ReadonlyMap<string, Held>>(new Map())
/** By line: whose command runs. */
const runningAtom = atom<ReadonlyMap<string, string | null>>(new Map())
/** Keys that this page sent, each with the session in which it did. */
const ownAtom = atom<ReadonlyMap<string, string>>(new Map())
const recoveredAtom = atom(0)

/** What an earlier page, another tab or an ended session sent for this account without telling of an answer. */
export const earlierAtom = atom((get): readonly KeptCommand[] => {
  get(recoveredAtom)
  const account = get(accountAtom)
  const session = get(tokenAtom)
  const own = get(ownAtom)
  if (account === null) return []
  return keptCommands(account).filter(({ key }) => !own.has(key) || own.get(key) !== session)
})

/** Whether such a command waits for its answer; until then no other is sent. */
const underWayAtom = atomFamily((line: string) =>
  atom((get): boolean => {
    const runs = get(runningAtom).has(line) && get(runningAtom).get(line) === get(accountAtom)
    return runs || get(earlierAtom).some(({ name, about }) => lineOf(name, about) === line)
  }),
)
export const underWay = (name: CommandName, about = '') => underWayAtom(lineOf(name, about))

/** Whether any command of this page waits for its answer. */
export const commandOpenAtom = atom((get) => get(runningAtom).size > 0)

/** How the user proves who they are is no part of what they mean. */
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
  /** Whether whoever sent it is still logged in. */
  isOwn: () => boolean
}

/** Asks only in the name of whom the server confirms to be the one who sent it. */
async function lookUp(get: Getter, set: Setter, asked: Asked): Promise<LookAnswer<unknown>> {
  const { name, key, isOwn } = asked
  if (get(userAtom).status === 'unknown') await set(refreshUserAtom)
  if (!isOwn()) return { kind: 'ended' }
  if (get(userAtom).status === 'unknown') return { kind: 'unsure' }
  const found = await call(getCommand, { params: { name, key } })
  if (!found.ok) return { kind: found.error.kind === 'unauthorised' ? 'ended' : 'unsure' }
  const { answer } = found.value
  return answer === null ? { kind: 'none' } : { kind: 'found', value: answer }
}

export interface Told {
  /** The product or document it is about. */
  about?: string
  /** As the wire writes it. */
  amount?: string
  /** An answer was lost, and what happened is being asked. */
  onConfirming?: (attempt: number) => void
}

type Send<E extends CommandEndpoint> = Omit<CallInput<E>, 'key' | 'signal'>

/** Sends a command and answers with what certainly became of it: accepted, refused, `not_done` or `unknown`. */
export async function runCommand<E extends CommandEndpoint>(
  get: Getter,
  set: Setter,
  { endpoint, input, ...told }: { endpoint: E; input: Send<E> } & Told,
): Promise<Answer<CallReply<E>>> {
  const { about = '', amount = '', onConfirming } = told
  const name = endpoint.command
  const line = lineOf(name, about)
  if (get(underWayAtom(line))) return { ok: false, error: { kind: 'unknown' } }
  const [owner, session] = [get(accountAtom), get(tokenAtom)]
  const meaning = meaningOf(endpoint, owner, input)
  const held = get(heldAtom).get(line)
  const key = held?.meaning === meaning ? held.key : newIntentKey()
  set(heldAtom, (all) => new Map(all).set(line, { meaning, key }))
  set(ownAtom, (all) => new Map(all).set(key, session))
  set(runningAtom, (all) => new Map(all).set(line, owner))
  if (owner !== null) keepCommand({ key, account: owner, name, about, amount, sentAt: Date.now() })
  const looked = async (): Promise<LookAnswer<CallReply<E>>> => {
    const found = await lookUp(get, set, {
      name,
      key,
      isOwn: () => get(tokenAtom) === session,
    })
    if (found.kind !== 'found') return found
    const read = endpoint.reply.safeParse(found.value)
    return read.success ? { kind: 'found', value: read.data as CallReply<E> } : { kind: 'unsure' }
  }
  const answer = await sendCommand<CallReply<E>>({
    ...get(commandTimerAtom),
    send: (signal) => call(endpoint, { ...input, key, signal } as unknown as CallInput<E>),
    lookUp: looked,
    onConfirming: (attempt) => onConfirming?.(attempt),
  })
  // Where nobody could be asked, it stays kept for the account's next log-in.
  if (answer.ok || answer.error.kind !== 'unknown') forgetCommand(key)
  if (answer.ok) set(heldAtom, (all) => new Map([...all].filter(([of]) => of !== line)))
  set(
    runningAtom,
    (all) => new Map([...all].filter(([of, whose]) => of !== line || whose !== owner)),
  )
  return answer
}

/** Finds out what became of a command that an earlier page sent; null: nothing is to be told here. */
export const recoverAtom = atom(
  null,
  async (get, set, kept: KeptCommand, onLong: () => void): Promise<Answer<unknown> | null> => {
    const answer = await recoverCommand({
      ...get(commandTimerAtom),
      lookUp: async () => {
        const { key, name, account } = kept
        if (!isKept(key)) return { kind: 'ended' }
        return lookUp(get, set, { name, key, isOwn: () => get(accountAtom) === account })
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
  /** Such a command waits for its answer, whoever sent it: here, on an earlier page, in another tab. */
  waiting: boolean
  send: (input: Send<E>, told?: Omit<Told, 'about'>) => Promise<Answer<CallReply<E>>>
}

/** A command of one endpoint; `about` tells those about different documents apart. */
export function useCommand<E extends CommandEndpoint>(endpoint: E, about = ''): CommandHandle<E> {
  const store = useStore()
  return {
    waiting: useAtomValue(underWay(endpoint.command, about)),
    send: (input, told) => runCommand(store.get, store.set, { endpoint, input, about, ...told }),
  }
}
