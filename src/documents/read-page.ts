/** Reads one page of any list of the API, and finds the latest version of a document. */
import type { Answer } from '#api/api-error.ts'
import { call, type CallInput, type CallReply } from '#api/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#data/paged-list.ts'

type QueryOf<E extends Endpoint> = CallInput<E> extends { query: infer Query } ? Query : never
type RowsOf<Reply> = {
  [Name in keyof Reply]: Reply[Name] extends readonly unknown[] ? Name : never
}[keyof Reply]
type RowOf<Rows> = Rows extends readonly (infer Row)[] ? Row : never

/** `rows` is the name of the list in the reply. `before` is null for the newest page. */
export async function readPage<E extends Endpoint, Rows extends RowsOf<CallReply<E>>>(
  endpoint: E,
  rows: Rows,
  before: string | null,
  query?: Omit<QueryOf<E>, 'before'>,
): Promise<Answer<Page<RowOf<CallReply<E>[Rows]>>>> {
  const input = { query: { ...query, ...(before !== null && { before }) }, partial: true }
  const answer = await call(endpoint, input as unknown as CallInput<E>)
  if (!answer.ok) return answer
  const reply = answer.value as CallReply<E> & { next: string | null }
  return {
    ok: true,
    value: {
      rows: reply[rows] as RowOf<CallReply<E>[Rows]>[],
      next: reply.next,
      ...(answer.leftOut !== undefined && { leftOut: answer.leftOut }),
    },
  }
}

/** The same page with each row mapped to one or more rows. */
export const mapPage = <From, To>(
  answer: Answer<Page<From>>,
  rowsOf: (row: From) => To | readonly To[],
): Answer<Page<To>> =>
  answer.ok
    ? { ok: true, value: { ...answer.value, rows: answer.value.rows.flatMap(rowsOf) } }
    : answer

/** The latest version of the document in a list or stream, because it may change while it is open. */
export function newestOf<T extends { id: string }>(
  shown: T,
  known: readonly T[],
  stage: (row: T) => number,
): T {
  const heard = known.find(({ id }) => id === shown.id)
  return heard !== undefined && stage(heard) >= stage(shown) ? heard : shown
}
