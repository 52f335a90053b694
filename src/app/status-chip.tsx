import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { ChipFrame } from '#app/chip-frame.tsx'
import { Age, type ConnectionState, stateOf } from '#app/connection-state.tsx'
import { frameLater } from '#lib/later.tsx'
import { connectionAtom } from '#streams'

const Sheet = frameLater(async () => (await import('#app/status-sheet.tsx')).StatusSheet)

/** The mark of each state: full while the connection works, a ring while it does not. */
const MARKS: Record<ConnectionState, string> = {
  connecting: 'animate-skeleton bg-current',
  live: 'bg-current',
  polled: 'border border-current',
  stale: 'animate-skeleton border border-current',
  reconnecting: 'animate-skeleton border border-current',
  ended: 'border border-current',
}
const TROUBLES: readonly ConnectionState[] = ['stale', 'reconnecting', 'ended']

const WORD = 'before:me-1 before:content-["·"]'
const UNLESS_NARROW = `${WORD} max-[22.5rem]:sr-only`
const ON_WIDE = `${WORD} max-[90rem]:sr-only`

interface Props {
  /** Below the balance, whose room is its own too. */
  low?: boolean
}

/**
 * Says on every page that the money is practice money, where the prices come from and how the connection is, and opens
 * what each of them means. The first of them is never left out. On a narrow window the mark alone says that the
 * connection works, and its age that it does not. Screen readers announce the state but not the running age.
 */
export function StatusChip({ low = false }: Props) {
  const connection = useAtomValue(connectionAtom)
  const info = useAtomValue(appInfoAtom)
  const { t } = useTranslation('common')
  const [asked, ask] = useState(false)
  const [open, setOpen] = useState(false)
  const { state, asOf } = stateOf(connection)
  const trouble = TROUBLES.includes(state)
  const word = t(`connection.${state}`)
  const press = (): void => {
    ask(true)
    setOpen(true)
  }
  return (
    <span data-connection={connection.status} className="shrink-0">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={press}
        className={
          low
            ? 'flex before:absolute before:inset-x-0 before:inset-y-0.5'
            : 'flex min-h-touch items-center -outline-offset-2'
        }
      >
        <ChipFrame trouble={trouble} mark={MARKS[state]}>
          {info?.practice !== false && (
            <strong className="font-semibold">{t('chip.practice')}</strong>
          )}
          {info !== null && (
            <span className={trouble ? ON_WIDE : UNLESS_NARROW}>{t(`chip.${info.source}`)}</span>
          )}
          <span className={trouble && asOf === null ? UNLESS_NARROW : ON_WIDE}>{word}</span>
          {asOf !== null && (
            <span aria-hidden>
              <Age asOf={asOf} />
            </span>
          )}
        </ChipFrame>
      </button>
      <span role="status" className="sr-only">
        {word}
      </span>
      {asked && <Sheet open={open} onClose={() => setOpen(false)} />}
    </span>
  )
}
