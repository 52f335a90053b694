import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/format.ts'
import type { ReceiptReport } from '#rules/receipt-check.ts'
import { type SeedHourReport, seedLabel } from '#rules/seed-hour.ts'

/** Says of each simulated hour that decided whether its secret number was fixed a day ahead. */
export function SeedHours({ seeds }: Pick<ReceiptReport, 'seeds'>) {
  const { t } = useTranslation('proof')
  if (seeds?.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-semibold">{t('seed.title')}</h3>
      {seeds === null ? (
        <p>{t('seed.absent')}</p>
      ) : (
        seeds.map((hour) => <SeedHour key={hour.epoch} {...hour} />)
      )}
    </div>
  )
}

function SeedHour(hour: SeedHourReport) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const { startsAt, seed, round } = hour
  const { promised, ...values } = seedLabel(hour)
  return (
    <div data-promised={promised}>
      <p>
        {`${t(`seed.${promised}`, { time: format.dateClock(startsAt), ...values })} ${t(`seed.${seed}`)}`}
      </p>
      {round !== null && (
        <p
          data-round={round.verdict}
          className={round.verdict === 'fails' ? 'font-semibold text-danger' : ''}
        >
          {t(`seed.round.${round.verdict}`, { round: round.round })}
        </p>
      )}
    </div>
  )
}
