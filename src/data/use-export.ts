import { useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, PROGRAM_FAILED } from '#api/api-error.ts'
import { type Collected, type Collecting, collectCsv } from '#data/collect-csv.ts'
import { dayOf } from '#data/day-range.ts'
import { COMMA_CSV, PLAIN_CSV } from '#rules/csv.ts'
import { saveFile } from '#lib/save-file.ts'
import { streamsAtom } from '#streams'

type ExportState =
  | { status: 'idle' }
  | { status: 'running'; rows: number }
  | { status: 'done'; rows: number }
  | { status: 'failed'; error: ApiError }

export interface Export {
  state: ExportState
  start: () => void
  cancel: () => void
}

type Options<T> = Pick<Collecting<T>, 'columns' | 'read'> & {
  /** The file name without the date and the extension. */
  name: string
}

/** Runs one export at a time. Leaving the page cancels it. */
export function useExport<T>({ columns, read, name }: Options<T>): Export {
  const store = useStore()
  const { i18n } = useTranslation()
  const hasComma = new Intl.NumberFormat(i18n.language).format(0.5).includes(',')
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (): Promise<void> => {
    if (running.current !== null) return
    const control = new AbortController()
    running.current = control
    setState({ status: 'running', rows: 0 })
    const end = await collectCsv({
      columns,
      form: hasComma ? COMMA_CSV : PLAIN_CSV,
      read,
      wait: (ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms)
        }),
      signal: control.signal,
      onProgress: (rows) => !control.signal.aborted && setState({ status: 'running', rows }),
    }).catch((): Collected => ({ status: 'failed', error: PROGRAM_FAILED.error }))
    if (running.current === control) running.current = null
    if (end.status === 'cancelled') return
    if (end.status === 'done') {
      const day = dayOf(store.get(streamsAtom)?.serverNow() ?? 0)
      const file = new Blob([...end.parts], { type: 'text/csv;charset=utf-8' })
      saveFile(file, `${name}-${day}.csv`)
    }
    setState(end.status === 'done' ? { status: 'done', rows: end.rows } : end)
  }
  return {
    state,
    start: () => void run(),
    cancel: () => {
      running.current?.abort()
      running.current = null
      setState({ status: 'idle' })
    },
  }
}
