/** Documents that an address names: lists are newest first, so one leads the page of those up to it. */
import { useEffect, useEffectEvent } from 'react'
import { call } from '#api/call.ts'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import { listDeposits, listWithdrawals } from '#contract/endpoints/cashier.ts'
import { depositId, withdrawalId } from '#contract/scalars.ts'

type Find<T> = (id: string, signal: AbortSignal) => Promise<T | undefined>

const NUMBER = /^[1-9]\d{0,17}$/
const after = (id: string): string => String(BigInt(id) + 1n)

const findDeposit: Find<Deposit> = async (id, signal) => {
  const query = { before: depositId.parse(after(id)) }
  const answer = await call(listDeposits, { query, signal })
  return answer.ok ? answer.value.deposits.find((one) => one.id === id) : undefined
}

const findWithdrawal: Find<Withdrawal> = async (id, signal) => {
  const query = { before: withdrawalId.parse(after(id)) }
  const answer = await call(listWithdrawals, { query, signal })
  return answer.ok ? answer.value.withdrawals.find((one) => one.id === id) : undefined
}

/** Shows the document once it is read; what is none of the user's shows nothing. */
function useLinked<T>(id: string | null, find: Find<T>, show: (found: T) => void): void {
  const found = useEffectEvent(show)
  useEffect(() => {
    if (id === null || !NUMBER.test(id)) return
    const leaving = new AbortController()
    const read = async (): Promise<void> => {
      const document = await find(id, leaving.signal)
      if (document !== undefined && !leaving.signal.aborted) found(document)
    }
    void read()
    return () => leaving.abort()
  }, [id, find])
}

export const useLinkedDeposit = (id: string | null, show: (found: Deposit) => void): void =>
  useLinked(id, findDeposit, show)

export const useLinkedWithdrawal = (id: string | null, show: (found: Withdrawal) => void): void =>
  useLinked(id, findWithdrawal, show)
