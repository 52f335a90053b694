/** How a usual client gets its prices: one event per tick, or a request for all prices every second. */
import type { Socket } from 'socket.io-client'

/** The app over its hub; one event per tick into one state; all prices every second. */
export type Way = 'app' | 'usual' | 'poll'

export interface TickEvent {
  id: number
  price: number
  timeMs: number
}

export interface Price {
  price: number
  movement: 'up' | 'down'
}
export type Prices = Readonly<Record<number, Price>>
export type SetPrices = (change: (before: Prices) => Prices) => void
/** Begins to write prices; returns a function that ends it. */
export type Feed = (set: SetPrices) => () => void

export const TICK = 'tick'
export const PRICES_PATH = '/prices'
const POLL_MS = 1_000

const moved = (before: Price | undefined, price: number): Price => ({
  price,
  movement: price < (before?.price ?? price) ? 'down' : 'up',
})

export const eventFeed =
  (connect: () => Socket): Feed =>
  (set) => {
    const socket = connect()
    socket.on(TICK, ({ id, price }: TickEvent) =>
      set((before) => ({ ...before, [id]: moved(before[id], price) })),
    )
    return () => void socket.disconnect()
  }

export const pollFeed = (): Feed => (set) => {
  const ask = async (): Promise<void> => {
    const rows: [id: number, price: number][] = await (await fetch(PRICES_PATH)).json()
    set((before) => Object.fromEntries(rows.map(([id, price]) => [id, moved(before[id], price)])))
  }
  void ask()
  const timer = setInterval(() => void ask(), POLL_MS)
  return () => clearInterval(timer)
}
