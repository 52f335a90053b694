import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, type ButtonVariant, IconButton } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Row, Show } from './show.tsx'

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger', 'up', 'down']
const TONES: BadgeTone[] = ['neutral', 'good', 'warn', 'bad', 'info', 'up', 'down']
const CHOICES = ['one', 'two', 'three'] as const

export function Controls() {
  return (
    <>
      <Buttons />
      <Show name="Badge">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Show>
      <Choosing />
    </>
  )
}

function Buttons() {
  return (
    <>
      <Show name="Button">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} busy>
              busy
            </Button>
          </Row>
        ))}
        <Row>
          <Button size="sm">small</Button>
          <Button size="md">middle</Button>
          <Button size="lg">large</Button>
        </Row>
        <Button block size="lg">
          as wide as the page
        </Button>
      </Show>
      <Show name="IconButton">
        <Row>
          <IconButton label="Bell">
            <Bell aria-hidden size={20} />
          </IconButton>
          <IconButton label="Bell that rests" disabled>
            <Bell aria-hidden size={20} />
          </IconButton>
        </Row>
      </Show>
    </>
  )
}

function Choosing() {
  const [chosen, choose] = useState<(typeof CHOICES)[number]>('one')
  const [on, turn] = useState(true)
  const options = CHOICES.map((id) => ({ id, label: id, disabled: id === 'three' }))
  return (
    <>
      <Show name="Segmented">
        <Segmented label="Choices" options={options} selected={chosen} onSelect={choose} />
      </Show>
      <Show name="Tabs">
        <Tabs label="Choices" tabs={options} selected={chosen} onSelect={choose}>
          <p className="p-3 text-sm">Panel {chosen}</p>
        </Tabs>
      </Show>
      <Show name="Switch">
        <Switch label="With a hint" hint="What it is for" checked={on} onChecked={turn} />
        <Switch label="Disabled, on" checked disabled onChecked={turn} />
        <Switch label="Disabled, off" checked={false} disabled onChecked={turn} />
      </Show>
    </>
  )
}
