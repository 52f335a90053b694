import { useSetAtom } from 'jotai'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recoveryCodeAtom } from '#features/recovery/kept.ts'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { WithHelp } from '#ui/help.tsx'

interface Props {
  code: string
  onKept: () => void
}

/** The code by which a recovery is followed and completed. It is shown here only, so the user must keep it first. */
export function CodeOnce({ code, onKept }: Props) {
  const { t } = useTranslation(['recovery', 'security'])
  const toast = useSetAtom(showToastAtom)
  const remember = useSetAtom(recoveryCodeAtom)
  const [kept, setKept] = useState(false)
  const [agreed, agree] = useState(false)
  const copy = async (): Promise<void> => {
    const copied = await copyText(code)
    toast({
      tone: copied ? 'good' : 'bad',
      text: t(copied ? 'security:copied' : 'security:copyFailed'),
    })
  }
  const next = (): void => {
    if (agreed) remember(code)
    onKept()
  }
  return (
    <>
      <WithHelp help={<p>{t('recovery:code.help')}</p>}>
        <p className="text-sm text-ink-2">{t('recovery:code.lead')}</p>
      </WithHelp>
      <p
        aria-label={t('recovery:follow.code')}
        role="group"
        className="figures rounded-control bg-sunken p-3 text-center font-mono break-words select-all"
      >
        {code}
      </p>
      <Button variant="secondary" block onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
        {t('security:copy')}
      </Button>
      <div>
        <Checkbox name="kept" checked={kept} onChecked={setKept}>
          {t('recovery:code.kept')}
        </Checkbox>
        <Checkbox name="remember" checked={agreed} onChecked={agree}>
          {t('recovery:code.remember')}
        </Checkbox>
      </div>
      <Button size="lg" block disabled={!kept} onClick={next}>
        {t('recovery:code.next')}
      </Button>
    </>
  )
}
