import { describe, expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import {
  backOffMs,
  type LookAnswer,
  type PlaceAnswer,
  RESEND_WITHIN_MS,
  submitOrder,
} from '#features/ticket/submit-order.ts'
import { sampleOrder } from '../sample-order.ts'

const bought: Order = sampleOrder()
const accepted: PlaceAnswer = { kind: 'accepted', order: bought }
const refused: PlaceAnswer = {
  kind: 'refused',
  refusal: { kind: 'server', error: { kind: 'unauthorised' } },
}
const unsure = { kind: 'unsure' } as const
const none: LookAnswer = { kind: 'none' }
const never = new Promise<PlaceAnswer>(() => {})

/** Time moves only by what is waited for. */
function scripted(places: (PlaceAnswer | Promise<PlaceAnswer>)[], looks: LookAnswer[]) {
  let time = 0
  const log: string[] = []
  return {
    log,
    elapsed: () => time,
    parts: {
      place: () => {
        log.push('place')
        return Promise.resolve(places.shift() ?? unsure)
      },
      lookUp: () => {
        log.push('look')
        return Promise.resolve(looks.shift() ?? unsure)
      },
      wait: async (ms: number) => {
        await new Promise((done) => setTimeout(done, 0))
        time += ms
      },
      now: () => time,
      onConfirming: (attempt: number) => log.push(`confirming ${attempt}`),
    },
  }
}

describe('submitting an order', () => {
  it('is done with the first answer when there is one', async () => {
    const run = scripted([accepted], [])
    expect(await submitOrder(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['place'])
  })

  it('is refused at once when the server refuses at once', async () => {
    const run = scripted([refused], [])
    expect(await submitOrder(run.parts)).toEqual(refused)
    expect(run.log).toEqual(['place'])
  })

  it('asks by key after a lost answer and finds the order without sending again', async () => {
    const run = scripted([unsure], [{ kind: 'found', order: bought }])
    expect(await submitOrder(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['place', 'confirming 1', 'look'])
  })

  it('sends the same order again when the server knows nothing of it', async () => {
    const run = scripted([unsure, accepted], [none])
    expect(await submitOrder(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['place', 'confirming 1', 'look', 'place'])
  })

  it('looks once more before it believes the refusal of a copy', async () => {
    const run = scripted([unsure, refused], [none, { kind: 'found', order: bought }])
    expect(await submitOrder(run.parts)).toEqual(accepted)
    const again = scripted([unsure, refused], [none, none])
    expect(await submitOrder(again.parts)).toEqual(refused)
  })

  it('keeps asking, with growing pauses, while nothing answers', async () => {
    const run = scripted(
      [unsure],
      [unsure, unsure, unsure, unsure, unsure, unsure, { kind: 'found', order: bought }],
    )
    expect(await submitOrder(run.parts)).toEqual(accepted)
    expect(run.log.filter((step) => step === 'look')).toHaveLength(7)
    expect([1, 2, 3, 9].map(backOffMs)).toEqual([500, 1000, 2000, 8000])
  })

  it('does not send a tap of long ago: it asks until it is certain and says that nothing was bought', async () => {
    const run = scripted(
      [unsure],
      [unsure, unsure, unsure, unsure, unsure, unsure, unsure, none, none],
    )
    expect(await submitOrder(run.parts)).toEqual({
      kind: 'refused',
      refusal: { kind: 'not_accepted' },
    })
    expect(run.elapsed()).toBeGreaterThan(RESEND_WITHIN_MS)
    expect(run.log.filter((step) => step === 'place')).toHaveLength(1)
  })

  it('holds back copies still on their way before it says that nothing was bought', async () => {
    const run = scripted([unsure], [...Array.from({ length: 7 }, () => unsure), none, none])
    let signal: AbortSignal | undefined
    const held: boolean[] = []
    await submitOrder({
      ...run.parts,
      place: (own) => {
        signal = own
        return Promise.resolve(unsure)
      },
      lookUp: async () => {
        held.push(signal?.aborted ?? false)
        return run.parts.lookUp()
      },
    })
    expect(held.slice(-2)).toEqual([false, true])
  })

  it('claims nothing when the session ends before the server could be asked', async () => {
    const run = scripted([unsure], [{ kind: 'ended' }])
    expect(await submitOrder(run.parts)).toEqual({
      kind: 'refused',
      refusal: { kind: 'unknown' },
    })
  })

  it('asks instead of waiting for ever on a silent server', async () => {
    const run = scripted([never], [{ kind: 'found', order: bought }])
    expect(await submitOrder(run.parts)).toEqual(accepted)
  })

  it('hears the first request when it answers late, during a pause', async () => {
    const late = Promise.withResolvers<PlaceAnswer>()
    const run = scripted([late.promise], [])
    const parts = { ...run.parts, onConfirming: () => late.resolve(accepted) }
    expect(await submitOrder(parts)).toEqual(accepted)
    expect(run.log).toEqual(['place'])
  })
})
