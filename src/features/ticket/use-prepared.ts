import { startTransition, useEffect, useState } from 'react'
import { prepareSheets } from '#ui/prepare-sheets.ts'

/** The first prices and the chart matter more. */
const WAIT_MS = 1_500
/** Long enough for a frame, so that styles and text are computed. */
const DRAWN_MS = 200

/** `absent`: nothing is rendered. `drawn`: the closed ticket is, invisibly. `ready`: only its state is kept. */
export type Prepared = 'absent' | 'drawn' | 'ready'
const NEXT = { absent: 'drawn', drawn: 'ready', ready: 'ready' } as const

/**
 * Draws the closed ticket once, a moment after the page opened, and then keeps its state. The browser has then compiled
 * its code, so that the first tap opens it at once.
 */
export function usePrepared(): Prepared {
  const [stage, setStage] = useState<Prepared>('absent')
  useEffect(() => {
    if (stage === 'ready') return
    const go = (): void => {
      if (stage === 'absent') prepareSheets()
      startTransition(() => setStage(NEXT[stage]))
    }
    const timer = setTimeout(go, stage === 'absent' ? WAIT_MS : DRAWN_MS)
    return () => clearTimeout(timer)
  }, [stage])
  return stage
}
