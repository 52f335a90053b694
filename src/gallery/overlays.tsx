import { Star } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { PointerMenu } from '#ui/pointer-menu.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Toasts } from '#ui/toast.tsx'
import { noop, Row, Show } from './show.tsx'

const TOASTS = (['good', 'bad', 'info'] as const).map((tone, id) => ({
  id,
  tone,
  text: `A short notice that is ${tone}`,
}))

export function Overlays() {
  const [open, setOpen] = useState<'sheet' | 'dialog' | 'toasts' | 'menu' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Show name="Sheet, ConfirmDialog, Toasts, PointerMenu">
      <Row>
        <Button onClick={() => setOpen('sheet')}>A sheet</Button>
        <Button onClick={() => setOpen('dialog')}>A question</Button>
        <Button onClick={() => setOpen('toasts')}>Notices</Button>
        <Button onClick={() => setOpen('menu')}>A menu</Button>
      </Row>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="A sheet"
        footer={<Button block>The one action</Button>}
      >
        <p className="py-10 text-sm">What stands in it.</p>
      </Sheet>
      <ConfirmDialog
        danger
        open={open === 'dialog'}
        onClose={close}
        title="Do it?"
        text="It cannot be taken back."
        confirmLabel="Do it"
        onConfirm={close}
      />
      <PointerMenu
        label="Row"
        entries={[
          { id: 'star', icon: <Star aria-hidden size={16} />, label: 'Favourite', run: noop },
        ]}
        at={{ x: 200, y: 200 }}
        open={open === 'menu'}
        onClose={close}
        opener={null}
      />
      {open === 'toasts' && <Toasts toasts={TOASTS} onClose={noop} />}
    </Show>
  )
}
