import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { TickRecord } from '#contract/tick-log.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'

interface Props {
  title: string
  records: readonly TickRecord[]
  /** The decisive record; null when there is none. */
  decisiveSeq: number | null
  /** The label of the decisive record. */
  mark: string
  decimals: number
  /** A moment that separates the records into those before it and those after it. */
  moment?: { at: number; label: string }
}

/** The records around a decisive tick, as in the public history. */
export function EvidenceTable(props: Props) {
  const { title, records, decisiveSeq, mark, decimals, moment } = props
  const { t } = useTranslation('orders')
  const format = useFormat()
  const textOf = (record: TickRecord): string => {
    if (record.kind === 'tick') return format.price(record.price, decimals)
    if (record.kind === 'rejected') {
      return t('record.rejected', { price: format.price(record.price, decimals) })
    }
    if (record.kind === 'orders') return t('record.orders', { size: record.size })
    if (record.kind === 'heartbeat' || record.kind === 'filled') return t(`record.${record.kind}`)
    return t(`record.${record.reason}`)
  }
  if (records.length === 0) return null
  const firstAfter = records.find(({ timeMs }) => moment !== undefined && timeMs > moment.at)?.seq
  return (
    <div className="flex flex-col gap-1">
      <table className="figures w-full text-xs">
        <caption className="pb-1 text-start text-sm font-semibold">{title}</caption>
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="w-2/5 py-1 text-start font-normal">
              {t('record.seq')}
            </th>
            <th scope="col" className="text-start font-normal">
              {t('record.time')}
            </th>
            <th scope="col" className="text-end font-normal">
              {t('record.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const decisive = record.seq === decisiveSeq
            return (
              <Fragment key={record.seq}>
                {moment !== undefined && record.seq === firstAfter && (
                  <tr className="border-t border-dashed border-line-strong text-ink-2">
                    <td className="py-1.5">{moment.label}</td>
                    <td colSpan={2}>{format.preciseTime(moment.at)}</td>
                  </tr>
                )}
                <tr
                  className={`border-t border-line/60 ${decisive ? 'bg-brand-soft font-semibold' : ''} ${
                    record.kind === 'rejected' ? 'text-warn' : ''
                  }`}
                >
                  <td className="py-1.5">
                    <span>{record.seq}</span> {decisive && <Badge tone="good">{mark}</Badge>}
                  </td>
                  <td>{format.preciseTime(record.timeMs)}</td>
                  <td className="ps-2 text-end">{textOf(record)}</td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {records.some(({ kind }) => kind === 'rejected') && (
        <p className="text-xs text-ink-2">{t('record.aside')}</p>
      )}
    </div>
  )
}
