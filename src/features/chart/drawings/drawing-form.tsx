import { useSetAtom } from 'jotai/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { saveAtom } from '#features/chart/drawings/drawing-choices.ts'
import {
  draftOf,
  type DrawingFields,
  fieldsOf,
  issuesOf,
  type TypedAnchor,
} from '#features/chart/drawings/drawing-fields.ts'
import { type Anchor, type Draft, MAX_NOTE, TOOLS } from '#features/chart/drawings/drawings.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  product: Product
  draft: Draft
  /** Null for a new drawing, whose kind can still be chosen. */
  id: number | null
  onLeave: () => void
}

const anchorOf = (draft: Draft): Anchor =>
  draft.kind === 'trend'
    ? draft.to
    : draft.kind === 'note'
      ? draft.at
      : { timeMs: 0, price: draft.price }

/** Prices and times of one drawing as fields, for keyboards and exact values. */
export function DrawingForm({ product, draft, id, onLeave }: Props) {
  const { t } = useTranslation('chart')
  const { priceDecimals: decimals, symbol } = product
  const [fields, setFields] = useState(() => fieldsOf(draft, anchorOf(draft), decimals))
  const [tried, setTried] = useState(false)
  const save = useSetAtom(saveAtom)
  const { kind } = fields
  const issues = issuesOf(fields, decimals)
  const put = (change: Partial<DrawingFields>): void => setFields({ ...fields, ...change })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    const next = draftOf(fields, decimals)
    if (next === null) return
    save(symbol, { draft: next, id })
    onLeave()
  }
  // A note that was placed on the chart only needs its text.
  const isOpenKind = id === null && draft.kind !== 'note'
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {isOpenKind && (
        <Segmented
          label={t('drawings.kind')}
          options={TOOLS.map((tool) => ({ id: tool, label: t(`drawings.tool.${tool}`) }))}
          selected={kind}
          onSelect={(next) => put({ kind: next })}
        />
      )}
      {kind === 'note' && (
        <TextArea
          label={t('drawings.field.text')}
          name="text"
          value={fields.text}
          maxLength={MAX_NOTE}
          onValue={(text) => put({ text })}
          error={tried && issues.text ? t('drawings.wrong.text') : undefined}
        />
      )}
      <AnchorFields
        product={product}
        names={kind === 'trend' ? 'start' : 'only'}
        value={fields.first}
        withTime={kind !== 'level'}
        wrong={{ price: tried && issues.firstPrice, time: tried && issues.firstTime }}
        onValue={(first) => put({ first })}
      />
      {kind === 'trend' && (
        <AnchorFields
          product={product}
          names="end"
          value={fields.second}
          withTime
          wrong={{ price: tried && issues.secondPrice, time: tried && issues.secondTime }}
          onValue={(second) => put({ second })}
        />
      )}
      <Button type="submit" block>
        {t('drawings.save')}
      </Button>
    </form>
  )
}

interface AnchorProps {
  product: Product
  names: 'only' | 'start' | 'end'
  value: TypedAnchor
  withTime: boolean
  wrong: { price: boolean; time: boolean }
  onValue: (value: TypedAnchor) => void
}

function AnchorFields({ product, names, value, withTime, wrong, onValue }: AnchorProps) {
  const { t } = useTranslation(['chart', 'errors'])
  const format = useFormat()
  const { priceDecimals: decimals } = product
  const input = useAmountInput({
    amount: value.price,
    onAmount: (price) => onValue({ ...value, price }),
    decimals,
  })
  const example = format.price(10 ** decimals, decimals)
  return (
    <>
      <TextField
        label={t(`chart:drawings.field.price.${names}`)}
        {...input}
        error={wrong.price ? t('errors:number_unreadable', { example }) : undefined}
      />
      {withTime && (
        <TextField
          type="datetime-local"
          step={1}
          label={t(`chart:drawings.field.time.${names}`)}
          value={value.time}
          onValue={(time) => onValue({ ...value, time })}
          error={wrong.time ? t('chart:drawings.wrong.time') : undefined}
        />
      )}
    </>
  )
}
