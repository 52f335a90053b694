import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Loaded } from '#components/loaded.tsx'
import { deskRecoverySums } from '#contract/endpoints/desk-recovery.ts'
import { recoveryLost, recoveryStatus, type RecoverySums as Sums } from '#contract/recovery.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Select } from '#desk/select.tsx'
import { Facts } from '#desk/facts.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { ListRow } from '#ui/list-row.tsx'

const DAYS = deskRecoverySums.query.shape.days.options
type Days = (typeof DAYS)[number]

/** How often accounts were recovered, how it ended, and what each operator did. */
export function RecoverySums({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  const [days, setDays] = useState<Days>('30')
  return (
    <section aria-label={t('recovery.sums')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('recovery.sums')}</h2>
        <Select
          label={t('recovery.period')}
          value={days}
          options={DAYS.map((id) => ({ id, label: t('recovery.days', { count: Number(id) }) }))}
          onSelect={(next) => setDays(DAYS.find((each) => each === next) ?? '30')}
        />
      </div>
      <Period key={`${days} ${revision}`} days={days} />
    </section>
  )
}

function Period({ days }: { days: Days }) {
  const { fetched, reload } = useFetched(() => call(deskRecoverySums, { query: { days } }))
  return (
    <Loaded data={fetched} onRetry={reload} compact>
      {(sums) => (
        <>
          <Ends sums={sums} />
          <Operators byOperator={sums.byOperator} />
        </>
      )}
    </Loaded>
  )
}

function Ends({ sums }: { sums: Sums }) {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  const { byLost, byStatus, vetoedByWord, withoutAccount } = sums
  const vetoed = `${number(byStatus.vetoed)} (${t('recovery.byWord', { count: vetoedByWord })})`
  return (
    <Facts>
      {recoveryLost.options.map((lost) => (
        <ListRow key={lost} label={t(`recovery.lost.${lost}`)} value={number(byLost[lost])} />
      ))}
      {recoveryStatus.options.map((status) => (
        <ListRow
          key={status}
          label={t(`status.${status}`)}
          value={status === 'vetoed' ? vetoed : number(byStatus[status])}
        />
      ))}
      <ListRow label={t('recovery.without')} value={number(withoutAccount)} />
    </Facts>
  )
}

const ACTS = ['proposed', 'approved', 'rejected'] as const

function Operators({ byOperator }: Pick<Sums, 'byOperator'>) {
  const { t } = useTranslation('desk')
  const { number } = useFormat()
  if (byOperator.length === 0) return null
  return (
    <table className="figures w-full text-sm">
      <thead className="text-ink-2">
        <tr>
          <th scope="col" className="py-2 text-start font-medium">
            {t('recovery.operator')}
          </th>
          {ACTS.map((act) => (
            <th key={act} scope="col" className="py-2 text-end font-medium">
              {t(`recovery.did.${act}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byOperator.map((row) => (
          <tr key={row.operator} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal break-all">
              {row.operator}
            </th>
            {ACTS.map((act) => (
              <td key={act} className="py-2 text-end">
                {number(row[act])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
