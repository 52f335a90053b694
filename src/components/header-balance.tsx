import { useAtomValue } from 'jotai'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { balanceHeldAtom } from '#components/balance-hold.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { topicAtom } from '#streams'
import { join } from '#ui/join.ts'

const COUNT_MS = 500
const wantsCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The amount on its way from the one shown to `target`: fast at first, then slower. While it rests none begins, but one
 * that has begun continues: an amount on its way was never a balance.
 */
function useCounted(target: bigint | null, rests: boolean): bigint | null {
  const [shown, setShown] = useState(target)
  const last = useRef(target)
  const begun = useRef(target)
  useEffect(() => {
    if (target === null || (rests && begun.current !== target)) return
    begun.current = target
    const from = last.current
    const began = performance.now()
    const lasts = from === null || from === target || wantsCalm() ? 0 : COUNT_MS
    let frame = 0
    const count = (): void => {
      const part = lasts === 0 ? 1 : Math.min(1, (performance.now() - began) / lasts)
      const left = from === null ? 0 : Math.round(Number(target - from) * (1 - part) ** 3)
      last.current = target - BigInt(left)
      setShown(last.current)
      if (part < 1) frame = requestAnimationFrame(count)
    }
    frame = requestAnimationFrame(count)
    return () => cancelAnimationFrame(frame)
  }, [target, rests])
  return shown
}

/**
 * The available balance in the header, with what is in positions before it, so that the balance stays where it is when
 * an order is placed. Screen readers read it and are not notified: the result of an order is announced elsewhere.
 */
export function HeaderBalance() {
  const balance = useAtomValue(topicAtom('balance'))
  // Without movement there is nothing to wait for.
  const rests = useAtomValue(balanceHeldAtom) && !wantsCalm()
  const { t } = useTranslation('identity')
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  const shown = useCounted(value?.available ?? null, rests)
  if (value === null || shown === null) return null
  const staked = value.staked > 0n ? amount(value.staked) : null
  return (
    <p
      data-header-balance={balance.status}
      className={join(
        'figures flex items-center justify-end gap-1.5 text-sm leading-4 font-semibold whitespace-nowrap',
        balance.status === 'live' ? '' : 'text-ink-3',
      )}
    >
      <span className="sr-only">{`${t('balance.available')} ${amount(value.available)}`}</span>
      {staked !== null && (
        <>
          <span className="sr-only">{t('balance.staked', { amount: staked })}</span>
          <span
            aria-hidden
            title={t('balance.staked', { amount: staked })}
            className="flex items-center gap-0.5 text-xs font-normal text-ink-3"
          >
            <Lock size={12} />
            <span>{staked}</span>
          </span>
        </>
      )}
      <span aria-hidden>{amount(shown)}</span>
    </p>
  )
}
