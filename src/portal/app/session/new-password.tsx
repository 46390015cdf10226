/** A new password, typed twice. */
import { PasswordInput } from '@carbon/react'

export interface TypedTwice {
  first: string
  second: string
}

export interface NewPasswordProps {
  label: string
  value: TypedTwice
  change(value: TypedTwice): void
}

const shortest = 8

export function NewPassword({ label, value, change }: NewPasswordProps) {
  const tooShort = value.first !== '' && value.first.length < shortest
  const differs = value.second !== '' && value.first !== value.second
  return (
    <>
      <PasswordInput
        id="new-password"
        labelText={label}
        helperText={`At least ${shortest} characters, and none of the common passwords.`}
        autoComplete="new-password"
        required
        value={value.first}
        invalid={tooShort}
        invalidText={`A password has at least ${shortest} characters.`}
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

/** What keeps it from being sent. */
export function passwordFault({ first, second }: TypedTwice): string | undefined {
  if (first.length < shortest) return `A password has at least ${shortest} characters.`
  return first === second ? undefined : 'The two passwords differ.'
}
