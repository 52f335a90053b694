import { useSetAtom } from 'jotai'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/copy-text.ts'
import { saveFile } from '#lib/save-file.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'

const FILE_NAME = 'fairtick-recovery-codes.txt'

interface Props {
  codes: readonly string[]
  onDone: () => void
}

/** The recovery codes for a lost phone. They are shown only this once, so the user must save them before continuing. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const [kept, setStored] = useState(false)
  const text = codes.join('\n')
  const copy = async (): Promise<void> => {
    const copied = await copyText(text)
    toast({ tone: copied ? 'good' : 'bad', text: t(copied ? 'copied' : 'copyFailed') })
  }
  return (
    <>
      <Notice tone="good">
        <p className="font-semibold">{t('totp.on')}</p>
        <p>{t('recovery.lead')}</p>
      </Notice>
      <ul
        aria-label={t('recovery.title')}
        className="figures grid grid-cols-2 gap-x-3 gap-y-2 rounded-control bg-sunken p-3 text-center font-mono text-sm select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" className="flex-1" onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          {t('copy')}
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), FILE_NAME)}
        >
          <Download aria-hidden size={18} />
          {t('recovery.download')}
        </Button>
      </div>
      <Checkbox name="kept" checked={kept} onChecked={setStored}>
        {t('recovery.kept')}
      </Checkbox>
      <Button block disabled={!kept} onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </>
  )
}
