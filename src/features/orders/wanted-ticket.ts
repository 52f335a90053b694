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
}

/** The page of the product opens the ticket with these values once. Nothing is ordered by this. */
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
