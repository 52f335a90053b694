import { useSetAtom } from 'jotai'
import { Copy, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { confirmTotp } from '#contract/endpoints/security.ts'
import { tidyCode } from '#features/security/typed-proof.ts'
import { useFields } from '#i18n/fields.ts'
import { copyText } from '#lib/copy-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useForm } from '#forms/use-form.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  secret: string
  uri: string
  onCodes: (codes: readonly string[]) => void
}

/** The secret as a QR code, a link and text, then the first code, which turns the authenticator on. */
export function TotpSecret({ secret, uri, onCodes }: Props) {
  const { t } = useTranslation('security')
  return (
    <>
      <ol className="flex list-decimal flex-col gap-1 ps-5 text-sm text-ink-2">
        <li>{t('totp.step.scan')}</li>
        <li>{t('totp.step.code')}</li>
      </ol>
      <div className="flex justify-center">
        <QrCode text={uri} label={t('totp.qr')} />
      </div>
      <a href={uri} className={buttonLook({ variant: 'secondary', block: true })}>
        <Smartphone aria-hidden size={18} />
        {t('totp.open')}
      </a>
      <SecretText secret={secret} />
      <FirstCode onCodes={onCodes} />
    </>
  )
}

function SecretText({ secret }: { secret: string }) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const copy = async (): Promise<void> => {
    const copied = await copyText(secret)
    toast({ tone: copied ? 'good' : 'bad', text: t(copied ? 'copied' : 'copyFailed') })
  }
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      <p className="text-xs text-ink-2">{t('totp.secret')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="figures min-w-0 flex-1 basis-40 font-mono text-sm">
          <GroupedCode code={secret} />
        </p>
        <Button variant="quiet" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}

function FirstCode({ onCodes }: Pick<Props, 'onCodes'>) {
  const { t } = useTranslation('security')
  const handle = useForm({
    initial: { code: '' },
    schema: confirmTotp.body,
    places: { factor_wrong: 'code' },
    send: async (body) => {
      const answer = await call(confirmTotp, { body })
      if (answer.ok) onCodes(answer.value.recoveryCodes)
      return answer
    },
    onAccepted: () => {},
  })
  const { field } = useFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('totp.confirm')} size="md">
      <TextField
        {...field('code')}
        label={t('prompt.totp.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        onValue={(value) => handle.change('code', tidyCode('totp', value))}
      />
    </FormFrame>
  )
}
