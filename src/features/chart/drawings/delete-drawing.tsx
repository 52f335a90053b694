import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHand } from '#features/chart/drawings/drawing-choices.ts'
import { DeleteIcon } from '#features/chart/base/chart-icons.tsx'
import { IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

interface Props {
  symbol: string
  id: number
  /** The drawing in words. */
  text: string
  label: string
}

/** Deletes one drawing, after a question. */
export function DeleteDrawing({ symbol, id, text, label }: Props) {
  const { t } = useTranslation(['chart', 'common'])
  const remove = useSetAtom(useHand().removeAtom)
  const [asking, ask] = useState(false)
  return (
    <>
      <IconButton label={label} onClick={() => ask(true)}>
        <DeleteIcon size={18} />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={t('chart:drawings.delete')}
        text={text}
        confirmLabel={t('chart:drawings.delete')}
        onConfirm={() => {
          ask(false)
          remove(symbol, id)
        }}
      />
    </>
  )
}
