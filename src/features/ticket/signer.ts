/** Whether this device can sign orders for the logged-in user. It makes its key and registers it without asking. */
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { type ApiError, isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { accountAtom, tokenAtom } from '#api/session.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { registerDeviceKey } from '#contract/endpoints/signing.ts'
import { commandTookAtom } from '#features/ticket/pace.ts'
import { type SigningKey, signingKeysAtom } from '#device/signing-keys.ts'

export type Signer =
  /** No user is logged in, or nothing was prepared yet. */
  | { status: 'none' }
  | { status: 'preparing' }
  | { status: 'ready'; key: SigningKey }
  /** The server dates the orders: it refused the key, or (null) this browser can neither sign nor store a key. */
  | { status: 'unsigned'; error: ApiError | null }
  /** The server was not reached. The next attempt may succeed. */
  | { status: 'failed' }

const NONE: Signer = { status: 'none' }

/** A signer is valid for the session that prepared it: after a log-out the key is gone. */
const heldAtom = atom<{ session: string; signer: Signer } | null>(null)
export const signerAtom = atom((get): Signer => {
  const held = get(heldAtom)
  if (get(accountAtom) === null || held?.session !== get(tokenAtom)) return NONE
  return held.signer
})

/** Errors after which the same request may succeed. Every other refusal of the server is final. */
const mayPass = (error: ApiError): boolean =>
  isUncertain(error) ||
  error.kind === 'unsent' ||
  error.kind === 'unauthorised' ||
  (error.kind === 'rejected' && error.code === 'rate_limited')

const isRefused = (signer: Signer): boolean =>
  signer.status === 'unsigned' &&
  signer.error?.kind === 'rejected' &&
  signer.error.code === 'device_key_refused'

async function registered(
  get: Getter,
  set: Setter,
  account: string,
  key: SigningKey,
): Promise<Signer> {
  const { publicKey } = key
  const { now } = get(commandTimerAtom)
  const sentAt = now()
  const answer = await call(registerDeviceKey, { body: { publicKey } })
  if (answer.ok) {
    set(commandTookAtom, now() - sentAt)
    return { status: 'ready', key: await get(signingKeysAtom).confirm(account, key) }
  }
  return mayPass(answer.error) ? { status: 'failed' } : { status: 'unsigned', error: answer.error }
}

async function signerOf(get: Getter, set: Setter, account: string, anew: boolean): Promise<Signer> {
  const keys = get(signingKeysAtom)
  try {
    const stored = anew ? null : await keys.find(account)
    if (stored?.registered === true) return { status: 'ready', key: stored }
    const first = await registered(get, set, account, stored ?? (await keys.create(account)))
    // Another account may have registered a key that an older version left behind.
    return stored !== null && isRefused(first)
      ? await registered(get, set, account, await keys.create(account))
      : first
  } catch {
    return { status: 'unsigned', error: null }
  }
}

/** Prepares the signer once per session. `anew` replaces a key that the server does not know. */
export const prepareSignerAtom = atom(null, async (get, set, anew: boolean): Promise<void> => {
  const [account, session] = [get(accountAtom), get(tokenAtom)]
  const { status } = get(signerAtom)
  const isDone = status === 'ready' || status === 'unsigned'
  if (account === null || status === 'preparing' || (isDone && !anew)) return
  set(heldAtom, { session, signer: { status: 'preparing' } })
  const signer = await signerOf(get, set, account, anew)
  if (get(tokenAtom) === session) set(heldAtom, { session, signer })
})
