import { expect, it } from 'vitest'
import { createSocketReaders, PROBE_EVERY_MS } from '#server/platform/socket/socket-readers.ts'

function room() {
  let time = 0
  const readers = createSocketReaders(() => time)
  const asked: Buffer[] = []
  let cuts = 0
  let echo: (bytes: Buffer) => void = () => undefined
  const raw = {
    bufferedAmount: 0,
    _sender: { sendFrame: () => undefined },
    ping: (bytes: Buffer) => void asked.push(bytes),
    on: (_event: 'pong', listener: (bytes: Buffer) => void) => {
      echo = listener
    },
    terminate: () => undefined,
  }
  const leave = readers.watch(raw, () => {
    cuts += 1
  })
  return {
    asked,
    echo: (bytes: Buffer) => echo(bytes),
    cuts: () => cuts,
    leave,
    look: (times: number, ms: number = PROBE_EVERY_MS) => {
      for (let n = 0; n < times; n++) {
        time += ms
        readers.look()
      }
    },
  }
}

it('a page that echoes what it is asked stays, however long', () => {
  const flooded = room()
  for (let n = 0; n < 50; n++) {
    flooded.look(1)
    flooded.echo(flooded.asked.at(-1) ?? Buffer.of())
  }
  expect([flooded.asked.length, flooded.cuts()]).toEqual([50, 0])
})

it('a page that answers with anything else is cut, and is asked nothing more meanwhile', () => {
  const flooded = room()
  flooded.look(1)
  for (let n = 0; n < 3; n++) {
    flooded.echo(Buffer.alloc(4))
    flooded.echo(Buffer.of())
    expect(flooded.cuts()).toBe(0)
    flooded.look(1)
  }
  expect([flooded.asked.length, flooded.cuts()]).toEqual([1, 1])
})

it('nobody is cut because this process stood still, or because its clock was moved on', () => {
  const stood = room()
  stood.look(1)
  stood.look(1, 60_000)
  expect(stood.cuts()).toBe(0)
  const moved = room()
  moved.look(20, 1)
  expect(moved.cuts()).toBe(0)
})

it('a page that has left is looked at no more', () => {
  const flooded = room()
  flooded.leave()
  flooded.look(9)
  expect([flooded.asked.length, flooded.cuts()]).toEqual([0, 0])
})
