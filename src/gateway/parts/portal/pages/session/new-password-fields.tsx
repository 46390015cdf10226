/** Two fields for a new password, which the user types twice. */
import { PasswordInput } from '../../../../../shared/ui/feedback/password-input.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'

export interface RepeatedPassword {
  first: string
  second: string
}

export interface NewPasswordFieldsProps {
  label: string
  value: RepeatedPassword
  change(value: RepeatedPassword): void
}

const minPasswordLength = 8

export function NewPasswordFields({ label, value, change }: NewPasswordFieldsProps) {
  const tooShort = value.first !== '' && value.first.length < minPasswordLength
  const differs = value.second !== '' && value.first !== value.second
  return (
    <>
      <PasswordInput
        id="new-password"
        labelText={label}
        helperText={t('At least {minPasswordLength} characters, and none of the common passwords.', {
          minPasswordLength,
        })}
        autoComplete="new-password"
        required
        value={value.first}
        invalid={tooShort}
        invalidText={t('A password has at least {minPasswordLength} characters.', { minPasswordLength })}
        onChange={(event) => change({ ...value, first: event.target.value })}
      />
      <PasswordInput
        id="new-password-again"
        labelText={t('{label}, again', { label })}
        autoComplete="new-password"
        required
        value={value.second}
        invalid={differs}
        invalidText={t('This is not the same.')}
        onChange={(event) => change({ ...value, second: event.target.value })}
      />
    </>
  )
}

/** Returns why the password cannot be sent, or undefined if it can. */
export function findPasswordError({ first, second }: RepeatedPassword): string | undefined {
  if (first.length < minPasswordLength)
    return t('A password has at least {minPasswordLength} characters.', { minPasswordLength })
  return first === second ? undefined : t('The two passwords differ.')
}
