import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props extends Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> {
  showLabel: string
  hideLabel: string
}

/** A password field whose text can be shown while typing. */
export function PasswordField({ showLabel, hideLabel, ...props }: Props) {
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
          label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden size={20} />
        </IconButton>
      }
    />
  )
}
