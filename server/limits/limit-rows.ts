/** Rows of a user's own limits, and their conversion to the contract's state and history. */
import { z } from 'zod'
import {
  OWN_LIMIT_KINDS,
  type OwnLimitChange,
  type OwnLimitKind,
  type OwnLimits,
  ownAmountKind,
  ownLimitChange,
  ownLimits,
  ownPauseKind,
} from '#contract/limits.ts'
import { formatAmount } from '#rules/amounts.ts'
import { limitAt, type OwnLimit } from '#rules/own-limits.ts'
import type { ChangeRow, LimitRow } from '#server/limits/limits-store.ts'

type Values = Pick<LimitRow, 'value' | 'next_value' | 'next_at'>

export const limitOfRow = ({ value, next_value, next_at }: Values): OwnLimit<bigint> => ({
  value,
  pending: next_at === null ? null : { value: next_value, at: Number(next_at) },
})
const NONE: OwnLimit<bigint> = { value: null, pending: null }

const onWire = (kind: OwnLimitKind, value: bigint | null): string | number | null => {
  if (value === null) return null
  return ownAmountKind.safeParse(kind).success ? formatAmount(value) : Number(value)
}
const wireLimit = (kind: OwnLimitKind, { value, pending }: OwnLimit<bigint>) => ({
  value: onWire(kind, value),
  pending: pending === null ? null : { value: onWire(kind, pending.value), at: pending.at },
})

/** Values that are due by `atMs` are in effect. */
export function limitsOfRows(rows: readonly LimitRow[], version: bigint, atMs: number): OwnLimits {
  const found = new Map(rows.map((row) => [row.kind, row]))
  const limit = (kind: OwnLimitKind): [string, object] => {
    const row = found.get(kind)
    return [kind, wireLimit(kind, limitAt(row === undefined ? NONE : limitOfRow(row), atMs))]
  }
  const pause = (kind: string): [string, number | null] => {
    const end = found.get(kind)?.value ?? null
    return [kind, end === null ? null : Number(end)]
  }
  return ownLimits.parse({
    version: Number(version),
    ...Object.fromEntries(OWN_LIMIT_KINDS.map(limit)),
    ...Object.fromEntries(ownPauseKind.options.map(pause)),
  })
}

/** A change of a limit, for the history. */
export function changeOfRow(row: ChangeRow): OwnLimitChange {
  const common = { id: row.id.toString(), at: Number(row.at), kind: row.kind }
  const kind = OWN_LIMIT_KINDS.find((one) => one === row.kind)
  if (kind === undefined) return ownLimitChange.parse({ ...common, until: Number(row.value) })
  return ownLimitChange.parse({ ...common, ...wireLimit(kind, limitOfRow(row)) })
}

export const limitsJson = (limits: OwnLimits): string => JSON.stringify(z.encode(ownLimits, limits))
