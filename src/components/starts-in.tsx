import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/use-format.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

const EVERY_S = 0.1
const IDLE_S = 3_600
const TENTH_MS = 100
const DECIMALS = 1

/** How long until an order starts, in tenths of a second. Null from the start on, and while the time is not known. */
export function useStartsIn(startsAt: number | null): string | null {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const streams = useAtomValue(streamsAtom)
  useSeconds(startsAt === null ? IDLE_S : EVERY_S)
  const nowMs = streams?.serverNow() ?? 0
  if (startsAt === null || nowMs === 0 || nowMs >= startsAt) return null
  const tenths = Math.ceil((startsAt - nowMs) / TENTH_MS)
  return t('startsIn', { seconds: format.price(tenths, DECIMALS) })
}

/** Announces the time until the start once; the countdown itself is only shown. */
export function StartsInOnce({ startsAt }: { startsAt: number }) {
  const text = useStartsIn(startsAt)
  const [first] = useState(text)
  return (
    <p role="status" className="sr-only">
      {first}
    </p>
  )
}
