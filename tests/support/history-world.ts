/**
 * A server that signs checkpoints, a device with two tabs, and a network that delays, loses, cuts, repeats and garbles
 * answers, in virtual time. Tabs run the real watcher; signatures are stand-ins, because real ones are slow.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { createHash } from 'node:crypto'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { Checkpoint, CheckpointProof } from '#contract/tick-log.ts'
import type { HistoryAlarm } from '#app/history-alarm.ts'
import { type HistoryWatcher, watchHistory } from '#app/history-watcher.ts'
import { type KnownHistory, knownHistory } from '#device/known-history.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256Bytes } from '#server/market/product-log.ts'
import { HISTORY_STARTS_MS, historyOf, proofIn, startsChain } from '#support/signed-history.ts'

export const CHAOS_MS = 8 * MINUTE_MS
const END_MS = CHAOS_MS + 5 * MINUTE_MS
const TIMEOUT_MS = 60_000
const PUSH_LATE_MS = 5_000
/** The server has history from before the device came. */
const OLD_CHECKPOINTS = 4

const hashes = new Map<string, string>()
function sha256(text: string): string {
  const hash = hashes.get(text) ?? createHash('sha256').update(text).digest('hex')
  hashes.set(text, hash)
  return hash
}
const standIn = (keyId: string) => ({
  keyId,
  sign: (text: string) => `${keyId} ${sha256(text).slice(0, 8)}`,
})
const HOUSE = standIn('house')
const STRANGER = standIn('stranger')
const keyOf = ({ keyId }: { keyId: string }) => ({ keyId, publicKey: keyId })
type Signs = typeof HOUSE

const chains = new Map<string, Checkpoint[]>()
/** The chain that is `honest` before `from`, and another one from there on; 0 is the honest chain itself. */
function chain(name: string, from: number, signer: Signs = HOUSE): Checkpoint[] {
  const id = `${name} ${from} ${signer.keyId}`
  const all = OLD_CHECKPOINTS + END_MS / MINUTE_MS + 1
  const start = from === 0 ? [] : chain('honest', 0).slice(0, from - 1)
  const made =
    chains.get(id) ??
    historyOf(
      all,
      {
        signer,
        growing: true,
        startsOf: () => headIn(FIRST_START),
        headOf: (n) => sha256(`${name} ${n}`),
      },
      start,
    )
  chains.set(id, made)
  return made
}

const FIRST_START = startsChain([`start ${HISTORY_STARTS_MS} checkpoint 0 ${GENESIS_HASH}`])
const headIn = (records: readonly ChainRecord[]) => {
  const { seq = 0, hash = GENESIS_HASH } = records.at(-1) ?? {}
  return { seq, hash }
}

const HONEST = chain('honest', 0)

export type Fate = {
  kind: 'prompt' | 'late' | 'lost' | 'cut' | 'repeated' | 'garbled' | 'empty'
  /** 0 to 1: how long, where it is cut, which answer is repeated. */
  part: number
  /** Whether the server answers when it is asked, and not when the answer arrives. */
  early: boolean
}
export interface Move {
  kind: 'drop' | 'up' | 'reload' | 'close' | 'open' | 'wait'
  tab: 0 | 1
  afterMs: number
}
export const DEEDS = [
  'rewrites',
  'splits',
  'forks',
  'twice',
  'unsigned',
  'stranger',
  'shortened',
  'unexplained',
] as const
/** What a server does about data that it lost. */
interface Restore {
  atMs: number
  /** How many of its checkpoints are lost. */
  lost: number
  /** How many starts the lost data had. */
  starts: number
}
export interface Deed {
  kind: (typeof DEEDS)[number]
  atMs: number
  back: number
}
export interface Script {
  moves: readonly Move[]
  fates: readonly Fate[]
  deed: Deed | null
  restore?: Restore
}
export interface Played {
  /** Every alarm that a tab showed. */
  alarms: HistoryAlarm[]
  /** What the open tabs show at the end. */
  atEnd: (HistoryAlarm | null)[]
  known: KnownHistory | null
  /** Null when the server did nothing wrong, or before the device knew anything. */
  done: Deed['kind'] | null
  /** Whether the device stored the second text of the number that was signed twice. */
  sawTwice: boolean
  minted: number
  pushes: number
  fates: Record<Fate['kind'], number>
  asks: number
}

interface Page {
  checkpoints: Checkpoint[]
  keys: { keyId: string; publicKey: string }[]
}
type Query = { before?: number }

/** The server's answers, honest until it does its deed. */
class Server {
  keys = [keyOf(HOUSE)]
  done: Deed['kind'] | null = null
  second: Checkpoint | undefined
  #starts: readonly ChainRecord[] = FIRST_START
  #shown = (_query: Query, length: number): Checkpoint[] => HONEST.slice(0, length)
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }
  get length(): number {
    return OLD_CHECKPOINTS + Math.floor(this.#now() / MINUTE_MS)
  }
  do({ kind, back }: Deed, known: number): void {
    this.done = kind
    const from = Math.max(1, known - back)
    if (kind === 'rewrites') this.#shown = (_, length) => chain('other', from).slice(0, length)
    if (kind === 'splits') {
      // It still shows this device what this device has seen, and continues another history.
      this.#shown = ({ before = Infinity }, length) =>
        (before <= known + 1 ? HONEST : chain('other', from)).slice(0, length)
    }
    if (kind === 'forks') {
      let asked = 0
      const branches = [chain('one', known + 1), chain('two', known + 1)]
      this.#shown = (_, length) => (branches[asked++ % 2] ?? []).slice(0, length)
    }
    if (kind === 'twice') {
      const number = this.length + 1
      this.second = chain('second', number)[number - 1]
      this.#shown = ({ before }, length) => {
        const isNewest = before === undefined && length === number && this.second !== undefined
        return isNewest
          ? HONEST.slice(0, number - 1).concat(this.second ?? [])
          : HONEST.slice(0, length)
      }
    }
    if (kind === 'unsigned') {
      this.#shown = (_, length) =>
        HONEST.slice(0, length).map((each) => ({ ...each, signature: 'house none' }))
    }
    if (kind === 'stranger') {
      this.keys = [keyOf(HOUSE), keyOf(STRANGER)]
      this.#shown = (_, length) => chain('honest', this.length, STRANGER).slice(0, length)
    }
    // It says that it lost what it changes, but not what the device has seen.
    if (kind === 'unexplained') {
      this.restore({ lost: this.length - from, starts: 0 }, HONEST[known - 1]?.timeMs)
    }
    if (kind === 'shortened') this.#shown = () => HONEST.slice(0, Math.max(0, known - 1 - back))
  }
  /** Puts back an older copy: what was signed before `sinceMs` and is not kept is lost. */
  restore(
    { lost, starts }: Omit<Restore, 'atMs'>,
    sinceMs = HISTORY_STARTS_MS + OLD_CHECKPOINTS * MINUTE_MS + this.#now(),
  ): void {
    const from = this.#now()
    const kept = Math.max(0, this.length - lost)
    const hash = sha256(HONEST[kept - 1]?.text ?? '')
    const said = `${sinceMs} checkpoint ${kept} ${kept === 0 ? GENESIS_HASH : hash}`
    this.#starts = startsChain([
      ...FIRST_START.map(({ text }) => text),
      ...Array.from({ length: starts }, (_, n) => `start ${sinceMs - n - 1} checkpoint 0 ${hash}`),
      `start ${said}`,
      `restored ${said}`,
    ])
    const after = historyOf(
      kept + END_MS / MINUTE_MS + 1,
      {
        signer: HOUSE,
        growing: true,
        startsOf: () => headIn(this.#starts),
        timeOf: (number) =>
          HISTORY_STARTS_MS + from + (OLD_CHECKPOINTS + number - kept) * MINUTE_MS,
        headOf: (n) => sha256(`restored ${n}`),
      },
      HONEST.slice(0, kept),
    )
    this.#shown = () => after.slice(0, kept + 1 + Math.floor((this.#now() - from) / MINUTE_MS))
  }
  starts(afterSeq: number): ChainRecord[] {
    return this.#starts.filter(({ seq }) => seq > afterSeq)
  }
  /** From the history that it shows as the newest one. */
  proof(query: { number: number; of: number }): CheckpointProof | 'none' {
    const history = this.#shown({}, this.length)
    return query.of < query.number && query.number <= history.length
      ? proofIn(history, query)
      : 'none'
  }
  page(query: Query): Page {
    const { before = Infinity } = query
    const found = this.#shown(query, this.length).filter(({ number }) => number < before)
    return { checkpoints: found.slice(-1), keys: this.keys }
  }
}

interface Tab {
  watcher: HistoryWatcher
  alarm: HistoryAlarm | null
  isOpen: boolean
  isLive: boolean
}

class World {
  now = 0
  readonly #script: Script
  readonly server = new Server(() => this.now)
  readonly played: Played = {
    alarms: [],
    atEnd: [],
    known: null,
    done: null,
    sawTwice: false,
    minted: 0,
    pushes: 0,
    asks: 0,
    fates: { prompt: 0, late: 0, lost: 0, cut: 0, repeated: 0, garbled: 0, empty: 0 },
  }
  readonly #due: { at: number; run: () => void }[] = []
  #storage: string | null = null
  #tabs: (Tab | null)[] = [null, null]
  readonly #earlier: { before: number | undefined; page: Page }[] = []
  constructor(script: Script) {
    this.#script = script
  }

  at(ms: number, run: () => void): () => void {
    const task = { at: this.now + ms, run }
    const place = this.#due.findLastIndex(({ at }) => at <= task.at)
    this.#due.splice(place + 1, 0, task)
    return () => {
      const index = this.#due.indexOf(task)
      if (index >= 0) this.#due.splice(index, 1)
    }
  }
  #pause = (ms: number): Promise<void> => new Promise((resolve) => void this.at(ms, resolve))

  #fate(): Fate {
    const { fates } = this.#script
    const fate = this.now < CHAOS_MS ? fates[this.played.asks % fates.length] : undefined
    this.played.asks += 1
    return fate ?? { kind: 'prompt', part: 0.1, early: true }
  }
  /** An answer with what became of it; null if it was lost. */
  async #answer<T>(fresh: boolean, read: () => T): Promise<{ answer: T; fate: Fate } | null> {
    const drawn = this.#fate()
    // A fresh request goes past the caches that repeat and garble.
    const isCached = ['repeated', 'garbled', 'empty'].includes(drawn.kind)
    const fate = fresh && isCached ? { ...drawn, kind: 'prompt' as const } : drawn
    this.played.fates[fate.kind] += 1
    if (fate.kind === 'lost') {
      await this.#pause(TIMEOUT_MS)
      return null
    }
    const early = fate.early ? read() : null
    await this.#pause(fate.part * (fate.kind === 'late' ? TIMEOUT_MS - 1 : 900))
    return { answer: early ?? read(), fate }
  }
  async #prove(query: { number: number; of: number }): Promise<CheckpointProof | 'none' | null> {
    const answered = await this.#answer(true, () => this.server.proof(query))
    return answered?.fate.kind === 'cut' ? null : (answered?.answer ?? null)
  }
  async #starts({ afterSeq }: { afterSeq: number }): Promise<readonly ChainRecord[] | null> {
    const answered = await this.#answer(true, () => this.server.starts(afterSeq))
    return answered?.fate.kind === 'cut' ? null : (answered?.answer ?? null)
  }
  async #ask(query: Query, fresh: boolean): Promise<Page | null> {
    const answered = await this.#answer(fresh, () => this.server.page(query))
    if (answered === null) return null
    const { answer: page, fate } = answered
    if (fate.kind === 'cut') {
      const text = JSON.stringify(page)
      return pageIn(text.slice(0, Math.floor(fate.part * text.length)))
    }
    if (fate.kind === 'empty') return { ...page, checkpoints: [] }
    if (fate.kind === 'garbled') return garbled(page, fate.part)
    const same = this.#earlier.filter(({ before }) => before === query.before)
    this.#earlier.push({ before: query.before, page })
    const repeated = same[Math.floor(fate.part * same.length)]
    return fate.kind === 'repeated' && repeated !== undefined ? repeated.page : page
  }
  #toolsOf = (keys: KnownHistory['keys']): CheckTools => ({
    sha256,
    sha256Bytes,
    verify: async ({ text, signature, keyId }) => {
      await this.#pause((this.played.asks % 7) * 300)
      return keys.some((key) => key.keyId === keyId) && signature === standIn(keyId).sign(text)
    },
    verifyDevice: async () => false,
  })

  #stored(): KnownHistory | null {
    return this.#storage === null ? null : knownHistory.parse(JSON.parse(this.#storage))
  }
  #open(place: 0 | 1): void {
    const watcher = watchHistory({
      stored: () => this.#stored(),
      ask: (query, fresh) => this.#ask(query, fresh),
      prove: (query) => this.#prove(query),
      starts: (query) => this.#starts(query),
      toolsOf: this.#toolsOf,
      store: (known) => {
        this.#storage = JSON.stringify(known)
        if (known.signed?.text === this.server.second?.text)
          this.played.sawTwice ||= this.server.second !== undefined
        // The event reaches the other tab later.
        const other = this.#tabs[1 - place]
        this.at(1 + (this.played.asks % 40), () => {
          if (other?.isOpen === true) other.watcher.look()
        })
      },
      show: (alarm) => {
        tab.alarm = alarm
        if (alarm !== null) this.played.alarms.push(alarm)
      },
      isShown: () => true,
      after: (ms, run) => this.at(ms, run),
    })
    const tab: Tab = { alarm: null, isOpen: true, isLive: false, watcher }
    this.#tabs[place] = tab
    this.#connect(place, true)
  }
  #connect(place: 0 | 1, isLive: boolean): void {
    const tab = this.#tabs[place]
    if (tab === null || tab === undefined) return
    tab.isLive = isLive
    tab.watcher.live(isLive)
    if (isLive) this.#push(place)
  }
  /** The newest checkpoint comes over the socket of a tab, a little late, garbled or not at all. */
  #push(place: 0 | 1): void {
    const tab = this.#tabs[place]
    const { fates } = this.#script
    const drawn = this.now < CHAOS_MS ? fates[(this.now + place) % fates.length] : undefined
    const { kind, part } = drawn ?? { kind: 'prompt', part: 0.1 }
    if (tab?.isLive !== true || ['lost', 'cut', 'empty'].includes(kind)) return
    const page = this.server.page({})
    const [newest] = (kind === 'garbled' ? garbled(page, part) : page).checkpoints
    this.at(part * (kind === 'late' ? PUSH_LATE_MS : 900), () => {
      if (newest === undefined || this.#tabs[place] !== tab || !tab.isLive) return
      this.played.pushes += 1
      tab.watcher.pushed(newest)
    })
  }
  #close(place: 0 | 1): void {
    const tab = this.#tabs[place]
    if (tab === null || tab === undefined) return
    tab.isOpen = false
    tab.watcher.stop()
    this.#tabs[place] = null
  }
  #move({ kind, tab }: Move): void {
    if (kind === 'close') this.#close(tab)
    else if (kind === 'drop') this.#connect(tab, false)
    else if (kind === 'up') this.#connect(tab, true)
    else if (kind === 'reload' || (kind === 'open' && this.#tabs[tab] === null)) {
      this.#close(tab)
      this.#open(tab)
    }
  }

  async play(): Promise<Played> {
    this.#open(0)
    let at = 0
    for (const move of this.#script.moves) {
      at += move.afterMs
      if (at < CHAOS_MS) this.at(at, () => this.#move(move))
    }
    const { deed } = this.#script
    const doDeed = (): void => {
      const known = this.#stored()?.number ?? 0
      if (deed !== null && known > 0) this.server.do(deed, known)
    }
    if (deed !== null) this.at(deed.atMs, doDeed)
    const { restore } = this.#script
    if (restore !== undefined) this.at(restore.atMs, () => this.server.restore(restore))
    for (let ms = MINUTE_MS; ms < END_MS; ms += MINUTE_MS) {
      for (const tab of [0, 1] as const) this.at(ms, () => this.#push(tab))
    }
    // Then the network is perfect, and both tabs are open and connected.
    for (const tab of [0, 1] as const) {
      this.at(CHAOS_MS, () => this.#move({ kind: 'open', tab, afterMs: 0 }))
      this.at(CHAOS_MS + 1, () => this.#move({ kind: 'up', tab, afterMs: 0 }))
    }
    for (let next = this.#due.shift(); next !== undefined; next = this.#due.shift()) {
      if (next.at > END_MS) break
      this.now = next.at
      next.run()
      for (let turn = 0; turn < 16; turn++) await Promise.resolve()
    }
    this.now = END_MS
    const atEnd = this.#tabs.flatMap((tab) => (tab === null ? [] : [tab.alarm]))
    for (const tab of [0, 1] as const) this.#close(tab)
    const { done, length } = this.server
    return { ...this.played, atEnd, known: this.#stored(), done, minted: length }
  }
}

function pageIn(text: string): Page | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function garbled(page: Page, part: number): Page {
  const change = (each: Checkpoint): Checkpoint => {
    if (part < 0.3) return { ...each, signature: 'house garbled' }
    if (part < 0.6) return { ...each, keyId: 'stranger' }
    return { ...each, text: each.text.replace('EURUSD ', 'EURUSD 1') }
  }
  return { ...page, checkpoints: page.checkpoints.map(change) }
}

/** Plays a script to its end. */
export const playHistory = (script: Script): Promise<Played> => new World(script).play()

/** Whether both texts carry the server's signature and contradict each other, decided without the app's code. */
export function isProof(alarm: HistoryAlarm): boolean {
  if (alarm.kind !== 'contradiction') return false
  const { first, second } = alarm
  const isSigned = [first, second].every(
    ({ text, signature, keyId }) => keyId === 'house' && signature === HOUSE.sign(text),
  )
  const [one, other] = [first.text.split('\n'), second.text.split('\n')]
  const distance = Number(other[1]) - Number(one[1])
  const isSame = first.text === second.text
  const isBack = Number(other[2]) < Number(one[2])
  const isBroken = distance === 1 && other[3] !== sha256(first.text)
  return isSigned && !isSame && (distance === 0 || isBroken || isBack)
}
