import { useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { Fields } from '#lib/form.ts'
import { forgetPlaceAtom, placeRequestAtom } from '#lib/place-request.ts'

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
