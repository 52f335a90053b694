import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { timeMs } from '#contract/scalars.ts'
import { chanceOf } from '#support/chance.ts'
import { gap, tick } from '#support/records.ts'
import { makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'

const EURUSD = 9
const MOMENTS = 12
let room: TradingFixture
let users: bigint[]

beforeAll(async () => {
  room = await tradingRoom()
  await room.trading.settlement.start()
  // Rich and poor, old and new: whatever could make someone special.
  users = []
  for (const cash of [10_000_000n, 20_000n, 100_000n, 500_000n]) {
    users.push(await makeUser(room.owner, cash))
  }
})
afterAll(async () => {
  await room.trading.settlement.stop()
  await room.close()
})

/** What was decided of an order, without whose it is and what it is called. */
const fateOf = ({ direction, acceptedAt, status, entry, exit, profitAndLoss, voidReason }: Order) =>
  JSON.stringify({
    direction,
    acceptedAt,
    status,
    entry: entry?.seq,
    exit: exit?.seq,
    gain: profitAndLoss?.toString(),
    voidReason,
  })

it('the same order ends alike whoever placed it, and in whatever turn', async () => {
  const chance = chanceOf(7)
  const placed: { moment: number; userId: bigint; order: Order }[] = []
  const step = async (): Promise<void> => {
    await room.clock.advance(500)
    const at = timeMs.parse(room.clock.now())
    room.market.push(EURUSD, tick(at, 100 + Math.floor(chance() * 3)))
  }
  for (let moment = 0; moment < MOMENTS; moment++) {
    await step()
    const direction = chance() < 0.5 ? 'up' : 'down'
    for (const userId of users.toSorted(() => chance() - 0.5)) {
      placed.push({ moment, userId, order: (await room.place(userId, { direction })).order })
    }
    // Once everyone loses the market at the same time.
    if (moment === 4) room.market.push(EURUSD, gap(timeMs.parse(room.clock.now() + 100)))
    await step()
  }
  for (let n = 0; n < 80; n++) await step()
  await room.trading.settlement.idle()

  const fates = new Map<number, string[]>()
  for (const { moment, userId, order } of placed) {
    const { order: settled } = await room.trading.find(userId, order.id)
    fates.set(moment, [...(fates.get(moment) ?? []), fateOf(settled)])
  }
  expect(fates.size).toBe(MOMENTS)
  for (const alike of fates.values()) expect(new Set(alike).size).toBe(1)
  // Otherwise there would be nothing to compare.
  const statuses = [...fates.values()].map(([fate = '{}']) => String(JSON.parse(fate).status))
  expect(new Set(statuses).size).toBeGreaterThanOrEqual(3)
})
