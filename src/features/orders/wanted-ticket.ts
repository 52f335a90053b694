/** A ticket that a page asked for, with the values of an earlier order. */
import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useEffect, useEffectEvent } from 'react'
import type { Direction } from '#contract/scalars.ts'

export interface WantedTicket {
  symbol: string
  direction: Direction
  stake: bigint
  durationMs: number
  /** Places the order without showing its ticket, as far as nothing prevents it. */
  atOnce: boolean
}

/** The page of the product takes these values once, and opens the ticket with them or places the order. */
export const wantedTicketAtom = atom<WantedTicket | null>(null)

/** Takes the ticket that was asked for on this product, once. */
export function useWantedTicket(symbol: string, open: (wanted: WantedTicket) => void): void {
  const [wanted, setWanted] = useAtom(wantedTicketAtom)
  const take = useEffectEvent((ticket: WantedTicket) => {
    setWanted(null)
    open(ticket)
  })
  useEffect(() => {
    if (wanted?.symbol === symbol) take(wanted)
  }, [wanted, symbol])
}
