import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { allListsAtom, listSheetAtom } from '#features/market/favourite-lists.ts'
import { chosenListAtom, FIRST_LIST, shownListAtom } from '#features/market/favourites.ts'
import { join } from '#ui/join.ts'
import { moveByKey } from '#ui/roving.ts'

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
