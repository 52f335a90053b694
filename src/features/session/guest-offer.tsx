import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { appInfoAtom } from '#api/session.ts'
import { loginPath } from '#lib/paths.ts'
import { laterSheet } from '#lib/later.tsx'

const GuestSheet = laterSheet(
  async () => (await import('#features/session/guest-sheet.tsx')).GuestSheet,
)

/**
 * Asks a visitor before the first order whether to try as a guest or to use an account. Where no guests are taken,
 * visitors are sent to log in and return to this page. `sheet` must be rendered.
 */
export function useGuestOffer(onGuest: () => void): { ask: () => void; sheet: ReactNode } {
  const guests = useAtomValue(appInfoAtom)?.guests === true
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [asked, setAsked] = useState(false)
  const [asking, setAsking] = useState(false)
  const ask = (): void => {
    if (!guests) return void navigate(loginPath(pathname + search))
    setAsked(true)
    setAsking(true)
  }
  const begin = (): void => {
    setAsking(false)
    onGuest()
  }
  const sheet = asked && (
    <GuestSheet open={asking} onClose={() => setAsking(false)} onGuest={begin} />
  )
  return { ask, sheet }
}
