import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reachabilityAtom } from '#api/reachability.ts'
import { loggedInAtom } from '#api/session.ts'
import { useOwnPauseText } from '#components/pause-reason.tsx'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { VisitorStart } from '#features/session/visitor-start.tsx'
import { useFirstTrade, useGuide } from '#features/ticket/guide/guide-offer.ts'
import { GuideRow } from '#features/ticket/guide/guide-row.tsx'
import { useBlockedText } from '#features/ticket/blocked-text.ts'
import { isResting } from '#features/ticket/tradable.ts'
import { useMarketNow } from '#features/ticket/use-market-block.ts'
import { isRunning } from '#features/ticket/submission.ts'
import { SubmitBar } from '#features/ticket/submit-bar.tsx'
import { AnotherOrder, DirectionChoice, TicketForm } from '#features/ticket/ticket-form.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { useEscape } from '#features/ticket/use-escape.ts'
import { pickAtom, useTicket } from '#features/ticket/use-ticket.ts'
import { fieldText } from '#forms/amounts.ts'
import { useWantedTicket } from '#features/orders/wanted-ticket.ts'
import { Said } from './said.tsx'

/**
 * The ticket that stays beside the chart. Each order needs its own choice of direction. Only then is there a button
 * that sends it, which ignores clicks for a moment after it has appeared or changed.
 */
export function SideTicket({ product }: { product: Product }) {
  const { blocked } = useMarketNow(product)
  const blockedText = useBlockedText()
  if (blocked === null || !isResting(blocked)) return <OpenTicket product={product} />
  return (
    <div data-side-ticket className="px-3 py-3">
      <Said text={blockedText(blocked)} />
    </div>
  )
}

function OpenTicket({ product }: { product: Product }) {
  const loggedIn = useAtomValue(loggedInAtom)
  const [chosen, setChosen] = useState<Direction | null>(null)
  const putIn = useSetAtom(pickAtom)
  const controls = useTicket(product, chosen ?? 'up', loggedIn)
  const busy = isRunning(controls.submission)
  const form = useRef<HTMLDivElement>(null)
  const clear = (): void => {
    setChosen(null)
    // The button that had the focus goes with the choice. The next order begins with its direction.
    if (document.activeElement?.matches('body, [data-side-ticket] *') === true)
      form.current?.querySelector<HTMLElement>('[role=radio]')?.focus()
  }
  useFirstTrade()
  const guide = useGuide(loggedIn && chosen !== null)
  useAcceptance(product.symbol, 'toast', () => {
    clear()
    if (guide.shown) guide.close()
  })
  useEscape(chosen !== null && !busy, clear)
  const choose = (direction: Direction): void => {
    putIn({ product, direction })
    controls.dispatch({ type: 'direction', direction })
    setChosen(direction)
  }
  useWantedTicket(product.symbol, ({ direction, stake, durationMs }) => {
    putIn({ product, direction, again: { amount: fieldText(stake), durationMs } })
    setChosen(direction)
  })
  return (
    <>
      <div ref={form} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-3">
        <div className="flex flex-col gap-3">
          <DirectionChoice direction={chosen} disabled={busy} onSelect={choose} />
          <TicketForm
            product={product}
            controls={controls}
            practiceMoney={<PracticeButton next />}
          />
          <GuideRow guide={guide} summary={controls.summary} />
        </div>
        <AnotherOrder symbol={product.symbol} />
      </div>
      <div
        data-open
        data-side-ticket
        key={chosen}
        className="shrink-0 border-t border-line/60 px-3 py-3"
      >
        <Footer ready={chosen !== null || busy}>
          <div className="animate-untouched">
            <SubmitBar product={product} controls={controls} />
          </div>
        </Footer>
      </div>
    </>
  )
}

function Footer({ ready, children }: { ready: boolean; children: ReactNode }) {
  const { t } = useTranslation('trading')
  const loggedIn = useAtomValue(loggedInAtom)
  const pause = useOwnPauseText()
  const reachability = useAtomValue(reachabilityAtom)
  const blockedText = useBlockedText()
  if (!loggedIn) return <VisitorStart />
  if (pause !== null) return <Said text={pause} />
  if (!ready && reachability !== 'reached')
    return <Said text={blockedText({ reason: reachability })} />
  return ready ? children : <Said text={t('choose')} />
}
