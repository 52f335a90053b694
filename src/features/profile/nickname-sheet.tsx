import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { refreshUserAtom } from '#api/session.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { changeNickname } from '#contract/endpoints/security.ts'
import { useFields } from '#i18n/fields.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useForm } from '#forms/use-form.ts'
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
  const handle = useForm({
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
  const { field } = useFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('nickname.save')} className="gap-4 py-2">
      <TextField
        {...field('nickname')}
        label={t('nickname.label')}
        hint={t('nickname.hint')}
        autoComplete="nickname"
        maxLength={24}
      />
    </FormFrame>
  )
}
