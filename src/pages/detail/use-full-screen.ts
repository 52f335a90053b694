import { useEffect, useState, useSyncExternalStore } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'
import { useBackCloses } from '#ui/use-back-closes.ts'

/** A phone on its side: low, and no wider than phones are. A keyboard makes a window low, but not this wide. */
const ON_ITS_SIDE =
  '(orientation: landscape) and (max-height: 31rem) and (min-width: 31rem) and (max-width: 64rem)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(ON_ITS_SIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Makes what is behind the chart unreachable by keyboard and screen readers; notices remain. */
function coverRest(): () => void {
  const rest: HTMLElement[] = []
  // Everything beside the chart's page, and beside what contains it.
  let inner = document.querySelector('[data-full]')
  while (inner !== null && inner.parentElement !== document.body && inner.id !== 'root') {
    for (const element of inner.parentElement?.children ?? [])
      if (element instanceof HTMLElement && element !== inner && element.role !== 'status')
        rest.push(element)
    inner = inner.parentElement
  }
  for (const element of rest) element.inert = true
  return () => {
    for (const element of rest) element.inert = false
  }
}

/**
 * Whether the chart has the screen: the user asked for it, or turned the phone and did not refuse. It is a matter of
 * layout, because iPhones have no full screen for pages.
 */
export function useFullScreen(): { full: boolean; onFull: (full: boolean) => void } {
  const onItsSide = useSyncExternalStore(subscribe, () => matchMedia(ON_ITS_SIDE).matches)
  const [wasOnItsSide, setWasOnItsSide] = useState(onItsSide)
  const [chosen, setChosen] = useState<boolean | null>(null)
  // The choice holds until the phone is turned.
  if (wasOnItsSide !== onItsSide) {
    setWasOnItsSide(onItsSide)
    setChosen(null)
  }
  const full = chosen ?? onItsSide
  useBackCloses(chosen === true, () => setChosen(false))
  useEffect(() => (full ? coverRest() : undefined), [full])
  useEffect(() => {
    if (!full) return
    const leave = (event: KeyboardEvent): void => {
      if (pressedKey(event) === 'Escape' && !event.defaultPrevented) setChosen(false)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [full])
  return { full, onFull: setChosen }
}
