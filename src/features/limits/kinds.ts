/** How each of the user's own limits is presented: icon, unit, bounds and suggested values. */
import {
  CalendarMinus,
  Clock,
  Layers,
  type LucideIcon,
  ShieldMinus,
  WalletMinimal,
} from 'lucide-react'
import type { setOwnLimit } from '#contract/endpoints/limits.ts'
import {
  OWN_AMOUNT_MAX,
  OWN_AMOUNT_MIN,
  OWN_MINUTES_MAX,
  OWN_MINUTES_MIN,
  OWN_POSITIONS_MAX,
  type OwnLimitKind,
  type OwnLimits,
} from '#contract/limits.ts'
import type { OwnLimit } from '#rules/own-limits.ts'
import type { z } from 'zod/mini'

type Unit = 'amount' | 'count' | 'minutes'
interface KindLook {
  icon: LucideIcon
  unit: Unit
  /** Minor units for amounts; plain numbers for counts and minutes. */
  minimum: bigint
  maximum: bigint
  quick: readonly bigint[]
}

const AMOUNT = { unit: 'amount', minimum: OWN_AMOUNT_MIN, maximum: OWN_AMOUNT_MAX } as const

export const KINDS: Record<OwnLimitKind, KindLook> = {
  stake: { ...AMOUNT, icon: ShieldMinus, quick: [1_000n, 5_000n, 20_000n, 100_000n] },
  daily_loss: { ...AMOUNT, icon: CalendarMinus, quick: [5_000n, 20_000n, 50_000n, 200_000n] },
  daily_deposit: { ...AMOUNT, icon: WalletMinimal, quick: [5_000n, 20_000n, 100_000n, 500_000n] },
  open_positions: {
    icon: Layers,
    unit: 'count',
    minimum: 1n,
    maximum: BigInt(OWN_POSITIONS_MAX),
    quick: [1n, 3n, 5n, 10n],
  },
  session_minutes: {
    icon: Clock,
    unit: 'minutes',
    minimum: BigInt(OWN_MINUTES_MIN),
    maximum: BigInt(OWN_MINUTES_MAX),
    quick: [15n, 30n, 60n, 120n],
  },
}

const whole = (value: bigint | number | null): bigint | null =>
  value === null ? null : BigInt(value)

/** Amounts and counts alike as bigint. */
export function wholeLimit({ value, pending }: OwnLimit<bigint | number>): OwnLimit<bigint> {
  return {
    value: whole(value),
    pending: pending === null ? null : { value: whole(pending.value), at: pending.at },
  }
}
export const limitOf = (limits: OwnLimits, kind: OwnLimitKind): OwnLimit<bigint> =>
  wholeLimit(limits[kind])

/** The body of the request. */
export function wishOf(
  kind: OwnLimitKind,
  value: bigint | null,
): z.output<typeof setOwnLimit.body> {
  if (kind === 'open_positions' || kind === 'session_minutes') {
    return { kind, value: value === null ? null : Number(value) }
  }
  return { kind, value }
}
