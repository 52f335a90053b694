/** Counts what lives outside React while it is on: listeners, timers, frames, observers and charts. */

export interface Counts {
  /** On the window, the document, its root and its body. */
  listeners: number
  timers: number
  frames: number
  /** Pairs of an observer and what it observes. */
  observed: number
  /** Made and not removed, wherever their elements are now. */
  charts: number
}

export interface Census {
  counts(): Counts
  /** What there is, in words, for a message that says what leaked. */
  list(): string[]
  end(): void
}

type Undo = () => void
type Target = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Puts a stand-in at `key`, until undone. */
function replace<T extends object, K extends keyof T>(owner: T, key: K, make: (old: T[K]) => T[K]) {
  const own = Object.getOwnPropertyDescriptor(owner, key)
  const value = make(owner[key])
  Object.defineProperty(owner, key, { value, configurable: true, writable: true })
  return (): void => {
    if (own === undefined) Reflect.deleteProperty(owner, key)
    else Object.defineProperty(owner, key, own)
  }
}

function watchListeners(name: string, target: Target, alive: Map<object, string>): Undo[] {
  const known = new Map<unknown, Map<string, object>>()
  type Options = boolean | AddEventListenerOptions | undefined
  const keyOf = (type: string, options: Options): string =>
    `${type} ${String(typeof options === 'object' ? options.capture === true : options === true)}`
  const forget = (type: string, listener: unknown, options: Options): void => {
    const entry = known.get(listener)?.get(keyOf(type, options))
    if (entry === undefined) return
    alive.delete(entry)
    known.get(listener)?.delete(keyOf(type, options))
  }
  return [
    replace(target, 'addEventListener', (old) => (type, listener, options) => {
      const mine = known.get(listener) ?? new Map<string, object>()
      if (!mine.has(keyOf(type, options))) {
        const entry = {}
        alive.set(entry, `${type} on ${name}`)
        known.set(listener, mine.set(keyOf(type, options), entry))
      }
      const end = (): void => forget(type, listener, options)
      if (typeof options === 'object') {
        options.signal?.addEventListener('abort', end)
        if (options.once === true) old.call(target, type, end, options)
      }
      old.call(target, type, listener, options)
    }),
    replace(target, 'removeEventListener', (old) => (type, listener, options) => {
      forget(type, listener, options)
      old.call(target, type, listener, options)
    }),
  ]
}

type Clock = Record<string, unknown>

/** `start` gives a handle, `stop` takes it; `repeats`: firing does not end it. */
function watchClock(
  [start, stop]: [string, string],
  repeats: boolean,
  alive: Map<unknown, string>,
): Undo[] {
  const clock: Clock = globalThis
  const call = (old: unknown, args: unknown[]): unknown =>
    typeof old === 'function' ? Reflect.apply(old, globalThis, args) : undefined
  return [
    replace(clock, start, (old) => (run: unknown, ...rest: unknown[]) => {
      const fire = (...given: unknown[]): void => {
        if (!repeats) alive.delete(handle)
        call(run, given)
      }
      const handle = call(old, [fire, ...rest])
      const from = (new Error().stack ?? '').split('\n').slice(2, 5).join(' < ')
      alive.set(handle, `${start}${from}`)
      return handle
    }),
    replace(clock, stop, (old) => (handle: unknown) => {
      alive.delete(handle)
      call(old, [handle])
    }),
  ]
}

type Observer = 'MutationObserver' | 'ResizeObserver' | 'IntersectionObserver'

function watchObserver(name: Observer, alive: Map<object, Set<unknown>>): Undo {
  return replace(
    globalThis as unknown as Record<Observer, new (...args: never[]) => object>,
    name,
    (Old) =>
      new Proxy(Old, {
        construct(base, args, made) {
          const observer: object = Reflect.construct(base, args, made)
          const mine = new Set<unknown>()
          alive.set(observer, mine)
          const wrap = (method: string, note: (target: unknown) => void): void => {
            const old: unknown = Reflect.get(observer, method)
            if (typeof old !== 'function') return
            Reflect.set(observer, method, (...given: unknown[]) => {
              note(given[0])
              return Reflect.apply(old, observer, given)
            })
          }
          wrap('observe', (target) => mine.add(target))
          wrap('unobserve', (target) => mine.delete(target))
          wrap('disconnect', () => mine.clear())
          return observer
        },
      }),
  )
}

const CHART_CLASS = 'tv-lightweight-charts'

/** Removing a chart takes its element from its container; one that is only left keeps its place. */
function watchCharts(made: Set<Element>): Undo {
  return replace(document, 'createElement', (old) => (...args: Parameters<typeof old>) => {
    const element = old.apply(document, args)
    if (args[0] === 'div') made.add(element)
    return element
  })
}

export function takeCensus(): Census {
  const listeners = new Map<object, string>()
  const timers = new Map<unknown, string>()
  const frames = new Map<unknown, string>()
  const observers = new Map<object, Set<unknown>>()
  const divs = new Set<Element>()
  const undo = [
    ...watchListeners('window', globalThis, listeners),
    ...watchListeners('document', document, listeners),
    ...watchListeners('root', document.documentElement, listeners),
    ...watchListeners('body', document.body, listeners),
    ...watchClock(['setTimeout', 'clearTimeout'], false, timers),
    ...watchClock(['setInterval', 'clearInterval'], true, timers),
    ...watchClock(['requestAnimationFrame', 'cancelAnimationFrame'], false, frames),
    watchObserver('MutationObserver', observers),
    watchObserver('ResizeObserver', observers),
    watchObserver('IntersectionObserver', observers),
    watchCharts(divs),
  ]
  const isChart = (div: Element): boolean =>
    div.classList.contains(CHART_CLASS) && div.parentNode !== null
  return {
    counts: () => ({
      listeners: listeners.size,
      timers: timers.size,
      frames: frames.size,
      observed: [...observers.values()].reduce((sum, { size }) => sum + size, 0),
      charts: [...divs].filter(isChart).length,
    }),
    list: () => [...listeners.values(), ...timers.values(), ...frames.values()],
    end: () => {
      for (const one of undo.toReversed()) one()
    },
  }
}
