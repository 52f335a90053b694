import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

export interface TableRow {
  key: string
  /** The row's header, then one cell per further column. */
  cells: readonly ReactNode[]
}

interface Props {
  caption: string
  columns: readonly string[]
  rows: readonly TableRow[]
}

const FIRST_ROWS = 8
const MORE_ROWS = 40

/** A table of figures. Long ones show their first rows until more are requested. */
export function ResultTable({ caption, columns, rows }: Props) {
  const { t } = useTranslation('results')
  const [shown, setShown] = useState(FIRST_ROWS)
  const last = columns.length - 1
  return (
    <div className="min-w-0">
      <table className="w-full text-xs @xs:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line/60 text-xs text-ink-2">
            {columns.map((column, i) => (
              <th
                key={column}
                scope="col"
                className={join(
                  'px-1 py-2 align-bottom font-medium first:ps-4 last:pe-4 @xs:px-2',
                  i === last ? 'text-end' : 'text-start',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ key, cells: [head, ...cells] }) => (
            <tr key={key} className="border-b border-line/60 align-top last:border-0">
              <th scope="row" className="py-2 ps-4 pe-1 text-start font-medium break-words">
                {head}
              </th>
              {cells.map((cell, i) => (
                <td
                  key={columns[i + 1]}
                  className={join('px-1 py-2 last:pe-4 @xs:px-2', i + 1 === last && 'text-end')}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <div className="px-2 pb-2">
          <Button variant="quiet" size="sm" onClick={() => setShown(shown + MORE_ROWS)}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
