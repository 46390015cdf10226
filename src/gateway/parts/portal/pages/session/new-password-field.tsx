/** The field for a new password, which the user can look at in place of typing it twice. */
import { PasswordInput } from '../../../../../shared/ui/feedback/password-input.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'

const minPasswordLength = 8

type NewPasswordFieldProps = { label: string; value: string; change(value: string): void }

export function NewPasswordField({ label, value, change }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      id="new-password"
      labelText={label}
      helperText={t('At least {minPasswordLength} characters, and none of the common passwords.', {
        minPasswordLength,
      })}
      autoComplete="new-password"
      required
      minLength={minPasswordLength}
      value={value}
      invalid={value !== '' && findPasswordError(value) !== undefined}
      invalidText={findPasswordError(value)}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** Returns why the password cannot be sent, or undefined if it can. */
export function findPasswordError(password: string): string | undefined {
  if (password.length >= minPasswordLength) return undefined
  return t('A password has at least {minPasswordLength} characters.', { minPasswordLength })
}
