/** Two fields for a new password, which the user types twice. */
import { PasswordInput } from '@carbon/react'

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
        helperText={`At least ${minPasswordLength} characters, and none of the common passwords.`}
        autoComplete="new-password"
        required
        value={value.first}
        invalid={tooShort}
        invalidText={`A password has at least ${minPasswordLength} characters.`}
        onChange={(event) => change({ ...value, first: event.target.value })}
      />
      <PasswordInput
        id="new-password-again"
        labelText={`${label}, again`}
        autoComplete="new-password"
        required
        value={value.second}
        invalid={differs}
        invalidText="This is not the same."
        onChange={(event) => change({ ...value, second: event.target.value })}
      />
    </>
  )
}

/** Returns why the password cannot be sent, or undefined if it can. */
export function findPasswordError({ first, second }: RepeatedPassword): string | undefined {
  if (first.length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`
  return first === second ? undefined : 'The two passwords differ.'
}
