/** A form asks for an address: what was typed there waits here until the user is back from choosing a place. */
import { useSetAtom, useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import { accountAtom } from '#api/session.ts'
import type { Fields } from '#lib/form.ts'

export interface PlaceRequest {
  form: string
  /** The field that the address goes into. */
  field: string
  fields: Fields
}

interface Held extends PlaceRequest {
  /** Whose form it is: nobody else is ever shown it. */
  account: string | null
}

const heldAtom = atom<Held | null>(null)

/** What waits, of whoever is logged in now. In memory alone: a reload forgets it. */
export const placeRequestAtom = atom((get): PlaceRequest | null => {
  const held = get(heldAtom)
  return held !== null && held.account === get(accountAtom) ? held : null
})

export const askPlaceAtom = atom(null, (get, set, request: PlaceRequest) =>
  set(heldAtom, { ...request, account: get(accountAtom) }),
)

/** The chosen address joins what was typed. */
export const answerPlaceAtom = atom(null, (get, set, address: string) => {
  const request = get(placeRequestAtom)
  if (request === null) return
  set(askPlaceAtom, { ...request, fields: { ...request.fields, [request.field]: address } })
})

export const forgetPlaceAtom = atom(null, (_get, set) => set(heldAtom, null))

/** The state that a link to the place chooser carries when a form asked; opened by itself, it has none. */
export const ASKED = { asked: true } as const
export const wasAsked = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'asked' in state && state.asked === true

/** How a form begins: as it was left for choosing a place, with the address in it, or as `empty` says. */
export function useFieldsBack<F extends Fields>(form: string, empty: F): F {
  const store = useStore()
  const forget = useSetAtom(forgetPlaceAtom)
  const [fields] = useState(() => {
    const request = store.get(placeRequestAtom)
    return request?.form === form ? { ...empty, ...request.fields } : empty
  })
  // Taken once: the next visit of the form begins anew.
  useEffect(() => forget(), [forget])
  return fields
}
