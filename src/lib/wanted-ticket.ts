/** A ticket that a page asked for, with the values of an earlier order. */
import { atom } from 'jotai/vanilla'
import type { Direction } from '#contract/scalars.ts'

export interface WantedTicket {
  symbol: string
  direction: Direction
  stake: bigint
  durationMs: number
}

/** The page of the product opens the ticket with these values once. Nothing is ordered by this. */
export const wantedTicketAtom = atom<WantedTicket | null>(null)
