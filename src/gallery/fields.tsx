import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { PhotoField } from '#ui/photo-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { noop, Show } from './show.tsx'

const LEVELS = [0, 1, 2, 3, 4] as const
const CITIES = ['Berlin', 'Bangkok', 'Shanghai'].map((label) => ({ id: label, label }))

export function Fields() {
  const [text, setText] = useState('Typed')
  const field = { value: text, onValue: setText }
  const eye = { showLabel: 'Show', hideLabel: 'Hide' }
  return (
    <>
      <Show name="TextField">
        <TextField {...field} label="With a hint" hint="What to write here" />
        <TextField {...field} label="Wrong" error="This cannot be" />
        <TextField label="Empty" placeholder="Nothing yet" value="" onValue={noop} />
        <TextField {...field} label="Disabled" disabled />
        <TextField
          label="The page’s one amount"
          figure
          value="1234.50"
          onValue={noop}
          trailing={
            <Button variant="quiet" size="sm">
              All
            </Button>
          }
        />
      </Show>
      <Show name="TextArea">
        <TextArea {...field} name="lines" maxLength={200} label="Several lines" />
        <TextArea {...field} name="wrong-lines" maxLength={200} label="Wrong" error="Too long" />
      </Show>
      <Show name="PasswordField">
        <PasswordField {...field} {...eye} label="Password" />
      </Show>
      <Show name="StrengthMeter">
        {LEVELS.map((level) => (
          <StrengthMeter key={level} label="Strength" level={level} text={`level ${level}`} />
        ))}
      </Show>
      <Ticked />
      <Chosen />
      <Photos />
    </>
  )
}

function Ticked() {
  const [on, turn] = useState(false)
  return (
    <Show name="Checkbox">
      <Checkbox name="plain" checked={on} onChecked={turn}>
        I have read it
      </Checkbox>
      <Checkbox name="wrong" checked={on} onChecked={turn} error="Needed to go on">
        Not ticked, and missed
      </Checkbox>
    </Show>
  )
}

function Chosen() {
  const [city, setCity] = useState('')
  const common = {
    selected: city,
    valueLabel: city,
    placeholder: 'Choose a city',
    onSelect: setCity,
    find: (words: string) => CITIES.filter(({ label }) => label.includes(words)),
    texts: { search: 'Search', none: 'None fits' },
  }
  return (
    <Show name="ChoiceField">
      <ChoiceField {...common} name="city" label="City" />
      <ChoiceField {...common} name="wrong" label="Wrong" error="Choose one" />
      <ChoiceField {...common} name="disabled" label="Disabled" disabled />
    </Show>
  )
}

const PHASES = ['empty', 'preparing', 'uploading', 'kept', 'failed'] as const

function Photos() {
  const texts = {
    take: 'Take a photo',
    choose: 'Choose one',
    remove: 'Remove',
    retry: 'Again',
    preparing: 'Preparing…',
    uploading: 'Uploading 40 %',
    kept: 'Kept',
    alt: 'The photo',
  }
  return (
    <Show name="PhotoField">
      {PHASES.map((phase) => (
        <PhotoField
          key={phase}
          name={phase}
          label={phase}
          phase={phase}
          texts={texts}
          preview={null}
          part={0.4}
          error={phase === 'failed' ? 'It did not arrive' : undefined}
          onPick={noop}
          onRemove={noop}
          onRetry={noop}
        />
      ))}
    </Show>
  )
}
