import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allListsAtom, listSheetAtom } from '#features/market/favourite-lists.ts'
import { chosenListAtom, FIRST_LIST, shownListAtom } from '#features/market/favourites.ts'
import { laterSheet } from '#lib/later.tsx'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

const ListSheet = laterSheet(
  async () => (await import('#features/market/list-sheet.tsx')).ListSheet,
)

const LONG_PRESS_MS = 500

const symbolOf = ({ target }: Event): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-star]')?.dataset['star']
    : undefined

/** Calls `hold` for a star that is held, and on its context menu, which the keyboard can open. The tap then ends. */
function watchStars(hold: (symbol: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held = false
  const stop = (): void => clearTimeout(timer)
  const down = (event: Event): void => {
    const symbol = symbolOf(event)
    stop()
    held = false
    if (symbol === undefined) return
    timer = setTimeout(() => {
      held = true
      hold(symbol)
    }, LONG_PRESS_MS)
  }
  const menu = (event: Event): void => {
    const symbol = symbolOf(event)
    if (symbol === undefined) return
    event.preventDefault()
    stop()
    hold(symbol)
  }
  const click = (event: Event): void => {
    if (held && symbolOf(event) !== undefined) event.stopPropagation()
    held = false
  }
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  addEventListener('pointerdown', down, options)
  for (const end of ['pointerup', 'pointercancel', 'scroll']) addEventListener(end, stop, options)
  addEventListener('contextmenu', menu, options)
  addEventListener('click', click, options)
  return () => {
    stop()
    controller.abort()
  }
}

/** Above the favourites: which of several lists is shown, and the way to edit them. */
export function ListBar() {
  const { t } = useTranslation('favourites')
  const lists = useAtomValue(allListsAtom)
  const shown = useAtomValue(shownListAtom)?.id ?? FIRST_LIST
  const choose = useSetAtom(chosenListAtom)
  const open = useSetAtom(listSheetAtom)
  return (
    <div className="flex min-h-touch items-center gap-2 bg-surface px-3">
      {lists.length > 1 && (
        <div
          role="radiogroup"
          aria-label={t('lists')}
          onKeyDown={(event) => moveByKey(event, 'radio')}
          className="scroll-quiet flex min-w-0 flex-1 overflow-x-auto"
        >
          {lists.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              role="radio"
              aria-checked={id === shown}
              tabIndex={id === shown ? 0 : -1}
              onClick={() => choose(id)}
              className="flex min-h-touch max-w-44 shrink-0 items-center px-0.5 text-sm -outline-offset-2"
            >
              <span
                className={join(
                  'truncate rounded-lg px-2 py-1',
                  id === shown ? 'bg-brand-soft font-semibold text-brand-strong' : 'text-ink-2',
                )}
              >
                {name ?? t('first')}
              </span>
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => open({ symbol: null })}
        className="ms-auto min-h-touch shrink-0 px-1 text-sm font-semibold text-brand-strong"
      >
        {t('edit')}
      </button>
    </div>
  )
}

/** What a page with stars needs for several lists: the choice of the shown one, if wanted, and the sheet of lists. */
export function ListTools({ bar }: { bar: boolean }) {
  const open = useAtomValue(listSheetAtom) !== null
  const show = useSetAtom(listSheetAtom)
  const [asked, setAsked] = useState(false)
  const hold = useEffectEvent((symbol: string) => show({ symbol }))
  useEffect(() => watchStars((symbol) => hold(symbol)), [])
  useEffect(() => () => show(null), [show])
  if (open && !asked) setAsked(true)
  return (
    <>
      {bar && <ListBar />}
      {asked && <ListSheet />}
    </>
  )
}
