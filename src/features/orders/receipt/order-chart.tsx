import { OrderPicture } from '#components/order-picture/order-picture.tsx'
import type { Order } from '#contract/order.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type Settlement, settleTermsOf } from '#rules/settle.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  order: Omit<Order, 'frozen'>
  /** What the rule gives for the records, where this device has applied it. */
  settled?: Settlement | null
  /** Null while they are read. */
  records: readonly TickRecord[] | null
  decimals: number
}

/** The prices of an order that is over, as a picture. While they are read, their place is kept. */
export function OrderChart({ order, settled, records, decimals }: Props) {
  if (records === null) return <Skeleton className="h-52" />
  return (
    <OrderPicture
      drawn={{
        records,
        settlement: settled ?? order,
        terms: settleTermsOf(order),
        outcome: settled?.outcome ?? order.status,
      }}
      decimals={decimals}
    />
  )
}
