import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password that can be shown while it is typed. */
export function PasswordField(props: Props) {
  const { t } = useTranslation('identity')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={20} />
        </IconButton>
      }
    />
  )
}
