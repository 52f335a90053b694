/** Who is shown how an order works: users who have never traded, once per device and account, and who ask for it. */
import { useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { accountAtom, madeGuestAtom } from '#api/session.ts'
import { listOrders } from '#contract/endpoints/trading.ts'
import { json, storedAtom } from '#device/stored-atom.ts'
import { topicAtom } from '#streams'

const ACCOUNTS_MAX = 20
const states = z.record(z.string(), z.enum(['seen', 'wanted']))
type States = z.infer<typeof states>

/** By a digest of the account's name, because other people may use this device. */
const statesAtom = storedAtom<States>({
  key: 'ticketGuide',
  initial: {},
  ...json(states),
})

/** 32 bits of FNV-1a: enough to tell the accounts of one device apart. */
function digestOf(account: string): string {
  let hash = 0x81_1c_9d_c5
  for (const letter of account) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0
  }
  return hash.toString(36)
}

const stateAtom = atom(
  (get) => {
    const account = get(accountAtom)
    return account === null ? undefined : get(statesAtom)[digestOf(account)]
  },
  (get, set, state: States[string]) => {
    const account = get(accountAtom)
    if (account === null) return
    const mine = digestOf(account)
    const others = Object.entries(get(statesAtom)).filter(([digest]) => digest !== mine)
    set(statesAtom, Object.fromEntries([...others.slice(1 - ACCOUNTS_MAX), [mine, state]]))
  },
)

/** The account that the server says has no orders; null until it is known. */
const newcomerAtom = atom<string | null>(null)

/** Whether the next ticket that opens shows the guide. */
const offeredAtom = atom((get) => {
  const state = get(stateAtom)
  if (state !== undefined) return state === 'wanted'
  const positions = get(topicAtom('positions'))
  const traded =
    'value' in positions && positions.value.open.length + positions.value.settled.length > 0
  const account = get(accountAtom)
  // Of a guest who was created a moment ago, no one needs to ask the server.
  const isNew = get(newcomerAtom) === account || get(madeGuestAtom) === account
  return account !== null && isNew && !traded
})

export const loadGuide = () => import('#features/ticket/guide/guide-panel.tsx')

/** Finds out, before a ticket opens, whether the user has ever traded, and loads what such a user will see. */
export function useFirstTrade(): void {
  const account = useAtomValue(accountAtom)
  const state = useAtomValue(stateAtom)
  const mark = useSetAtom(stateAtom)
  const setNewcomer = useSetAtom(newcomerAtom)
  const offered = useAtomValue(offeredAtom)
  useEffect(() => {
    // If it fails, the ticket loads it again.
    if (offered) loadGuide().catch(() => undefined)
  }, [offered])
  useEffect(() => {
    if (account === null || state !== undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    void call(listOrders, { query: { limit: 1 }, signal }).then((answer) => {
      if (signal.aborted || !answer.ok) return
      if (answer.value.orders.length === 0) setNewcomer(account)
      else mark('seen')
    })
    return () => leaving.abort()
  }, [account, state, mark, setNewcomer])
}

export interface GuideControls {
  shown: boolean
  /** Ends the guide for good. */
  close: () => void
}

/** Decided when the ticket opens, so that nothing appears or moves while it is open. */
export function useGuide(open: boolean): GuideControls {
  const offered = useAtomValue(offeredAtom)
  const mark = useSetAtom(stateAtom)
  const [wasOpen, setWasOpen] = useState(false)
  const [shown, setShown] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setShown(offered)
  }
  const close = (): void => {
    setShown(false)
    mark('seen')
  }
  return { shown, close }
}

/** Shows the guide again in the next ticket. */
export const wantGuideAtom = atom(null, (_get, set) => set(stateAtom, 'wanted'))
