import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import { prepareSignerAtom, signerAtom } from '#features/ticket/signer.ts'
import {
  CLOCK_PATIENCE_MS,
  headAtom,
  noHeadAtom,
  type SigningBlock,
  signingBlock,
} from '#features/ticket/signing.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

const AGAIN_MS = 3_000
/** Longer than the longest round trip with which the clock can be known well enough. */
const PROBE_AGAIN_MS = 5_000
const LOOK_EVERY_S = 0.25

/** The blocks that may come from a clock that is wrong: a clock that is ahead makes every record look old. */
const OF_THE_CLOCK: readonly SigningBlock[] = ['clock', 'clockUncertain', 'stale']

/** Prepares this device's key while a page is shown on which the user may order. Repeats it until it is certain. */
export function usePrepareSigner(): void {
  const account = useAtomValue(accountAtom)
  const { status } = useAtomValue(signerAtom)
  const prepare = useSetAtom(prepareSignerAtom)
  useEffect(() => {
    if (account === null || (status !== 'none' && status !== 'failed')) return
    const timer = setTimeout(() => void prepare(false), status === 'none' ? 0 : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [account, status, prepare])
}

export interface Signing {
  block: SigningBlock | null
  /** The text of the block; null when nothing blocks. */
  blockText: string | null
  /** Says that the server fixes the start of the order, and why; null when this device does. */
  note: string | null
}

function useSigningText(): (block: SigningBlock) => string {
  const { t } = useTranslation('ticket')
  return (block) =>
    block === 'connecting' || block === 'stale' ? t(`blocked.${block}`) : t(`device.${block}`)
}

/**
 * Whether this device can fix the start of an order on the product now. Measures the clock again until it is certain.
 */
export function useSigning({ symbol, terms }: Product, open: boolean): Signing {
  const { t } = useTranslation('ticket')
  const { errorText } = useErrorText()
  const textOf = useSigningText()
  const account = useAtomValue(accountAtom)
  const signer = useAtomValue(signerAtom)
  const streams = useAtomValue(streamsAtom)
  usePrepareSigner()
  const head = useAtomValue(open ? headAtom(symbol) : noHeadAtom)
  const clock = streams?.clockQuality() ?? null
  const [isLong, setIsLong] = useState(false)
  const nowMs = streams?.serverNow() ?? 0
  const mustSign = (terms.index ?? terms.dealer) !== undefined
  const block = signingBlock({ account, signer, clock, isLong, head, nowMs, mustSign })
  const isUnsure = open && block !== null && OF_THE_CLOCK.includes(block)
  useSeconds(isUnsure ? LOOK_EVERY_S : 1)
  useEffect(() => {
    if (!isUnsure) return
    const probe = (): void => streams?.probeClock()
    // Without any answer yet, the probes that began with the connection are still on their way.
    if (streams !== null && streams.clockQuality() !== null) probe()
    const timer = setInterval(probe, PROBE_AGAIN_MS)
    const patience = setTimeout(() => setIsLong(true), CLOCK_PATIENCE_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(patience)
      setIsLong(false)
    }
  }, [isUnsure, streams])
  const note = (): string | null => {
    if (signer.status !== 'unsigned' || mustSign) return null
    return signer.error === null ? t('device.unsigned') : errorText(signer.error)
  }
  return {
    block,
    blockText: block === null ? null : textOf(block),
    note: note(),
  }
}
