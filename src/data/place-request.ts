/** Keeps what was typed into a form while the user chooses an address on the page for places. */
import { useSetAtom, useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import { accountAtom } from '#api/session.ts'
import type { Fields } from '#forms/form.ts'

export interface PlaceRequest {
  form: string
  /** The field that receives the address. */
  field: string
  fields: Fields
}

interface Held extends PlaceRequest {
  /** The account that the form belongs to. The data is never shown to another account. */
  account: string | null
}

const heldAtom = atom<Held | null>(null)

/** The pending request of the logged-in user. It is kept in memory only, so a reload forgets it. */
export const placeRequestAtom = atom((get): PlaceRequest | null => {
  const held = get(heldAtom)
  return held !== null && held.account === get(accountAtom) ? held : null
})

export const askPlaceAtom = atom(null, (get, set, request: PlaceRequest) =>
  set(heldAtom, { ...request, account: get(accountAtom) }),
)

/** Puts the chosen address into the pending form. */
export const answerPlaceAtom = atom(null, (get, set, address: string) => {
  const request = get(placeRequestAtom)
  if (request === null) return
  set(askPlaceAtom, { ...request, fields: { ...request.fields, [request.field]: address } })
})

const forgetPlaceAtom = atom(null, (_get, set) => set(heldAtom, null))

/**
 * The navigation state of a link to the place chooser when a form requested an address. The chooser has no such state
 * when it is opened directly.
 */
export const ASKED = { asked: true } as const
export const wasAsked = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'asked' in state && state.asked === true

/**
 * The initial fields of a form: as the user left them to choose a place, with the address filled in, or else `empty`.
 */
export function useFieldsBack<F extends Fields>(form: string, empty: F): F {
  const store = useStore()
  const forget = useSetAtom(forgetPlaceAtom)
  const [fields] = useState(() => {
    const request = store.get(placeRequestAtom)
    return request?.form === form ? { ...empty, ...request.fields } : empty
  })
  // Taken only once: the next visit of the form starts empty.
  useEffect(() => forget(), [forget])
  return fields
}
