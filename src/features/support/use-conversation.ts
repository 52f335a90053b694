import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { pageLimit } from '#contract/endpoint.ts'
import { listSupportMessages } from '#contract/endpoints/support.ts'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import { joined, withOlder } from '#features/support/history.ts'
import { topicAtom } from '#streams'

export interface ConversationView {
  status: 'loading' | 'ready' | 'failed'
  /** Newest first, without gaps. */
  rows: readonly SupportMessage[]
  marks: SupportMarks | null
  /** Null when there are no older messages. */
  older: (() => void) | null
  loading: boolean
  error: ApiError | null
}

interface Known {
  rows: readonly SupportMessage[]
  /** The first message of the conversation is included. */
  whole: boolean
}

/** The newest messages from the stream, older ones from pages. */
export function useConversation(): ConversationView {
  const live = useAtomValue(topicAtom('support'))
  const value = 'value' in live ? live.value : null
  const [known, setKnown] = useState<Known>({ rows: [], whole: false })
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const rows = useMemo(() => joined(known.rows, value?.latest ?? []), [known, value])
  const last = rows.at(-1)
  const overlaps = known.whole && known.rows.at(-1)?.id === last?.id
  const hasMore = rows.length >= pageLimit && !overlaps
  const older = async (): Promise<void> => {
    if (loading || last === undefined) return
    setLoading(true)
    const answer = await call(listSupportMessages, { query: { before: last.id } })
    setLoading(false)
    setError(answer.ok ? null : answer.error)
    if (!answer.ok) return
    const { messages, next } = answer.value
    setKnown({ rows: withOlder(rows, messages), whole: next === null })
  }
  return {
    status: value !== null ? 'ready' : live.status === 'failed' ? 'failed' : 'loading',
    rows,
    marks: value?.marks ?? null,
    older: hasMore ? () => void older() : null,
    loading,
    error,
  }
}
