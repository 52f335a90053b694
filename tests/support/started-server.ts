/** The server as a person starts it: a process of its own, read by what it prints, stopped by a signal. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '../../scripts/setup.mjs'

export interface Exited {
  code: number | null
  output: string
}

export interface ServerProcess {
  pid: number
  url: string
  account: string
  password: string
  openingCode: string
  output(): string
  stop(signal?: NodeJS.Signals): Promise<Exited>
  /** When it ends by itself. */
  ended(): Promise<Exited>
}

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const READY = /Stop +Ctrl-C/

function start(args: readonly string[], env: Record<string, string>, main = MAIN) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, output: () => output }
}

const exitOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** For starts that are expected to end by themselves. */
export async function runServer(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Exited> {
  const { child, output } = start(args, env)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

const found = (output: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(output) ?? []
  if (value === undefined) throw new Error(`no ${String(pattern)} in:\n${output}`)
  return value
}

/** `main`: of another copy of the server. */
/** A server that may wait before it starts. */
export interface BegunServer extends Pick<ServerProcess, 'output' | 'stop'> {
  ready(): Promise<ServerProcess>
}

export function beginServer(
  dataFolder: string,
  env: Record<string, string> = {},
  main?: string,
): BegunServer {
  const { child, output } = start(['--data-dir', dataFolder, '--port', '0'], env, main)
  const ended = async (): Promise<Exited> => ({ code: await exitOf(child), output: output() })
  const stop = (signal: NodeJS.Signals = 'SIGINT'): Promise<Exited> => {
    child.kill(signal)
    return ended()
  }
  const ready = async (): Promise<ServerProcess> => {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => READY.test(output()) && resolve())
      child.once('exit', () => reject(new Error(`the server ended:\n${output()}`)))
      if (READY.test(output())) resolve()
    })
    return {
      pid: child.pid ?? 0,
      url: found(output(), /Open +(http\S+)/),
      account: found(output(), /Log in as +(\w+)/),
      password: found(output(), / {3}password (\S+)/),
      openingCode: found(output(), /opening code (\w{10})/),
      output,
      stop,
      ended,
    }
  }
  return { output, stop, ready }
}

export const startServer = (
  dataFolder: string,
  env: Record<string, string> = {},
  main?: string,
): Promise<ServerProcess> => beginServer(dataFolder, env, main).ready()

const RECORDED_MS = 600_000
/** What is replayed: a tick of each product after every step. */
export interface Replayed {
  symbols?: readonly string[]
  stepMs?: number
}
/** A Thursday, when every market is open. */
const RECORDED_AT = Date.parse('2026-01-08T10:00:00Z')

/**
 * Environment of a server that replays ten minutes from this folder, again and again, and so starts quickest. The
 * prices swing by 30 basis points.
 */
export function replayOf(folder: string, replayed: Replayed = {}): Record<string, string> {
  const { symbols = ['BTCUSDT'], stepMs = 250 } = replayed
  const prices = join(folder, 'prices')
  const ticks = Array.from({ length: RECORDED_MS / stepMs }, (_, n) => {
    const price = 60_000 + 180 * Math.sin(n / 20)
    return `${RECORDED_AT + n * stepMs},${Math.round(price)}.00,0.01`
  })
  const text = ['time_ms,price,size', ...ticks, ''].join('\n')
  mkdirSync(prices)
  for (const symbol of symbols) writeFileSync(join(prices, `${symbol}.csv`), text)
  return { FEED: 'replay', REPLAY_DATA: prices, LOOP: 'on' }
}
