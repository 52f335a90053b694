import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { answerSupport, deskTypeSupport } from '#contract/endpoints/desk-support.ts'
import { SUPPORT_TEXT_MAX, SUPPORT_TYPING_MS } from '#contract/support.ts'
import { useKeys } from '#desk/keys.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { pressedKey } from '#ui/pressed-key.ts'
import { Button } from '#ui/button.tsx'

const READY = ['hello', 'number', 'review', 'secret', 'bye'] as const
/** Reported again this long before the state would expire. */
const AGAIN_MS = SUPPORT_TYPING_MS - 2_000

const FIELD =
  'w-full rounded-control border border-line-strong/60 bg-surface px-3 py-2 focus-visible:outline-2 focus-visible:outline-brand'

interface Props {
  account: string
  onSent: () => void
}

/** Sends one answer at a time, each under its own key until the server confirms it. */
function useAnswer({ account, onSent }: Props) {
  const held = useRef({ text: '', key: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (text: string): Promise<boolean> => {
    if (text === '' || busy) return false
    setBusy(true)
    setError(null)
    if (held.current.text !== text) held.current = { text, key: newIntentKey() }
    const { key } = held.current
    const answer = await call(answerSupport, { params: { account }, body: { text, key } })
    if (answer.ok) held.current = { text: '', key: '' }
    setBusy(false)
    if (answer.ok) onSent()
    else setError(answer.error)
    return answer.ok
  }
  return { busy, error, send }
}

/**
 * Reports to the customer at intervals that an operator is typing. After the field was emptied, the next key press is
 * reported at once.
 */
function useTold(account: string): (text: string) => void {
  const told = useRef(-AGAIN_MS)
  return (text) => {
    const now = performance.now()
    if (text === '') told.current = -AGAIN_MS
    else if (now - told.current >= AGAIN_MS) {
      told.current = now
      void call(deskTypeSupport, { params: { account }, body: {} })
    }
  }
}

/**
 * The form for an answer to a customer. Prepared answers are inserted with their digit, or with Alt and the digit while
 * typing.
 */
export function AnswerForm(props: Props) {
  const { t } = useTranslation('desk')
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { busy, error, send } = useAnswer(props)
  const tell = useTold(props.account)
  const said = text.trim()
  const change = (next: string): void => {
    setText(next)
    tell(next)
  }
  const insert = (nth: number): void => {
    const ready = READY[nth]
    if (ready === undefined) return
    change((text === '' ? '' : `${text.trimEnd()}\n`) + t(`support.ready.${ready}`))
    field.current?.focus()
  }
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (await send(said)) change('')
  }
  const hear = (event: KeyboardEvent): void => {
    const key = pressedKey(event)
    if (key === '') return
    const digit = /^Digit([1-5])$/.exec(event.code)?.[1]
    if (event.altKey && digit !== undefined) {
      event.preventDefault()
      insert(Number(digit) - 1)
    }
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  useKeys(Object.fromEntries(READY.map((_, nth) => [String(nth + 1), () => insert(nth)])))
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <ReadyAnswers onChoose={insert} />
      <textarea
        ref={field}
        rows={3}
        name="answer"
        aria-label={t('support.answer')}
        placeholder={t('support.answer')}
        value={text}
        maxLength={SUPPORT_TEXT_MAX}
        onChange={(event) => change(event.target.value)}
        onKeyDown={hear}
        className={FIELD}
      />
      <Refusal error={error} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-xs text-ink-3">{t('support.sendHint')}</span>
        <Button type="submit" busy={busy} disabled={said === ''}>
          {t('support.send')}
        </Button>
      </div>
    </form>
  )
}

function ReadyAnswers({ onChoose }: { onChoose: (nth: number) => void }) {
  const { t } = useTranslation('desk')
  return (
    <ul aria-label={t('support.readyLabel')} className="flex flex-wrap gap-1.5">
      {READY.map((ready, nth) => (
        <li key={ready} className="min-w-0">
          <button
            type="button"
            title={t(`support.ready.${ready}`)}
            onClick={() => onChoose(nth)}
            className="min-h-touch max-w-64 truncate rounded-full border border-line bg-surface px-3 text-sm active:bg-sunken"
          >
            <kbd className="me-1.5 text-xs text-ink-3">{nth + 1}</kbd>
            <span>{t(`support.ready.${ready}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
