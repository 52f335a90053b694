import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { refreshUserAtom } from '#api/session.ts'
import { changeNickname } from '#contract/endpoints/security.ts'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  open: boolean
  onClose: () => void
  nickname: string
}

export function NicknameSheet({ open, onClose, nickname }: Props) {
  const { t } = useTranslation(['user', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('user:nickname.edit')}>
      <NicknameForm nickname={nickname} onDone={onClose} />
    </Sheet>
  )
}

function NicknameForm({ nickname, onDone }: { nickname: string; onDone: () => void }) {
  const { t } = useTranslation('user')
  const toast = useSetAtom(showToastAtom)
  const refresh = useSetAtom(refreshUserAtom)
  const { form, summary, change, leave, submit } = useForm({
    initial: { nickname },
    schema: changeNickname.body,
    places: { validation_failed: 'nickname' },
    send: (body) => call(changeNickname, { body }),
    onAccepted: () => {
      toast({ tone: 'good', text: t('nickname.saved') })
      void refresh()
      onDone()
    },
  })
  const { textOf, errorText } = useFieldTexts(summary)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 py-2">
      <TextField
        label={t('nickname.label')}
        hint={t('nickname.hint')}
        name="nickname"
        autoComplete="nickname"
        maxLength={24}
        value={form.fields.nickname}
        onValue={(value) => change('nickname', value)}
        onBlur={() => leave('nickname')}
        error={textOf('nickname')}
      />
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t('nickname.save')}
      </Button>
    </form>
  )
}
