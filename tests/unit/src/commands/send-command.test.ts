import { describe, expect, it } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import {
  backOffMs,
  type LookAnswer,
  recoverCommand,
  RESEND_WITHIN_MS,
  sendCommand,
  SURELY_MS,
} from '#commands/send-command.ts'

const accepted: Answer<string> = { ok: true, value: 'bought' }
const refused: Answer<string> = { ok: false, error: { kind: 'unauthorised' } }
const lost: Answer<string> = { ok: false, error: { kind: 'network' } }
const unsure = { kind: 'unsure' } as const
const none: LookAnswer<string> = { kind: 'none' }
const found: LookAnswer<string> = { kind: 'found', value: 'bought' }
const notDone: Answer<string> = { ok: false, error: { kind: 'not_done' } }
const never = new Promise<Answer<string>>(() => {})

/** Time moves only by what is waited for. */
function scripted(
  answers: (Answer<string> | Promise<Answer<string>>)[],
  looks: LookAnswer<string>[],
) {
  let time = 0
  const log: string[] = []
  return {
    log,
    elapsed: () => time,
    parts: {
      send: () => {
        log.push('send')
        return Promise.resolve(answers.shift() ?? lost)
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

describe('sending a command', () => {
  it('is done with the first answer when there is one', async () => {
    const run = scripted([accepted], [])
    expect(await sendCommand(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['send'])
  })

  it('is refused at once when the server refuses at once', async () => {
    const run = scripted([refused], [])
    expect(await sendCommand(run.parts)).toEqual(refused)
    expect(run.log).toEqual(['send'])
  })

  it('asks by key after a lost answer and finds it without sending again', async () => {
    const run = scripted([lost], [found])
    expect(await sendCommand(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['send', 'confirming 1', 'look'])
  })

  it('sends the same command again when the server knows nothing of it', async () => {
    const run = scripted([lost, accepted], [none])
    expect(await sendCommand(run.parts)).toEqual(accepted)
    expect(run.log).toEqual(['send', 'confirming 1', 'look', 'send'])
  })

  it('looks once more before it believes the refusal of a copy', async () => {
    const run = scripted([lost, refused], [none, found])
    expect(await sendCommand(run.parts)).toEqual(accepted)
    const again = scripted([lost, refused], [none, none])
    expect(await sendCommand(again.parts)).toEqual(refused)
  })

  it('keeps asking, with growing pauses, while nothing answers', async () => {
    const run = scripted([lost], [unsure, unsure, unsure, unsure, unsure, unsure, found])
    expect(await sendCommand(run.parts)).toEqual(accepted)
    expect(run.log.filter((step) => step === 'look')).toHaveLength(7)
    expect([1, 2, 3, 9].map(backOffMs)).toEqual([500, 1000, 2000, 8000])
  })

  it('does not send a tap of long ago: it asks until it is certain and says that nothing was done', async () => {
    const run = scripted(
      [lost],
      [unsure, unsure, unsure, unsure, unsure, unsure, unsure, none, none],
    )
    expect(await sendCommand(run.parts)).toEqual(notDone)
    expect(run.elapsed()).toBeGreaterThan(RESEND_WITHIN_MS)
    expect(run.log.filter((step) => step === 'send')).toHaveLength(1)
  })

  it('holds back copies still on their way before it says that nothing was done', async () => {
    const run = scripted([lost], [...Array.from({ length: 7 }, () => unsure), none, none])
    let signal: AbortSignal | undefined
    const held: boolean[] = []
    await sendCommand({
      ...run.parts,
      send: (own: AbortSignal) => {
        signal = own
        return Promise.resolve(lost)
      },
      lookUp: async () => {
        held.push(signal?.aborted ?? false)
        return run.parts.lookUp()
      },
    })
    expect(held.slice(-2)).toEqual([false, true])
  })

  it('claims nothing when the session ends before the server could be asked', async () => {
    const run = scripted([lost], [{ kind: 'ended' }])
    expect(await sendCommand(run.parts)).toEqual({ ok: false, error: { kind: 'unknown' } })
  })

  it('asks instead of waiting for ever on a silent server', async () => {
    const run = scripted([never], [found])
    expect(await sendCommand(run.parts)).toEqual(accepted)
  })

  it('hears the first request when it answers late, during a pause', async () => {
    const late = Promise.withResolvers<Answer<string>>()
    const run = scripted([late.promise], [])
    const parts = { ...run.parts, onConfirming: () => late.resolve(accepted) }
    expect(await sendCommand(parts)).toEqual(accepted)
    expect(run.log).toEqual(['send'])
  })
})

describe('a command of an earlier page', () => {
  it('is found at once when the server did it', async () => {
    const run = scripted([], [found])
    expect(await recoverCommand(run.parts)).toEqual(accepted)
    expect(run.elapsed()).toBe(0)
  })

  it('may still arrive: not found at first is no answer', async () => {
    expect(await recoverCommand(scripted([], [none, none, none, found]).parts)).toEqual(accepted)
  })

  it('was not done when the server surely had its time and still knows nothing', async () => {
    const run = scripted(
      [],
      Array.from({ length: 99 }, () => none),
    )
    expect(await recoverCommand(run.parts)).toEqual(notDone)
    expect(run.elapsed()).toBeGreaterThan(SURELY_MS)
  })

  it('is asked about for as long as nothing answers', async () => {
    const run = scripted([], [...Array.from({ length: 30 }, () => unsure), found])
    expect(await recoverCommand(run.parts)).toEqual(accepted)
    expect(run.log.filter((step) => step === 'look')).toHaveLength(31)
    expect(run.log).not.toContain('send')
  })

  it('stays open when its account is not the one logged in', async () => {
    const run = scripted([], [none, { kind: 'ended' }])
    expect(await recoverCommand(run.parts)).toEqual({ ok: false, error: { kind: 'unknown' } })
  })
})
