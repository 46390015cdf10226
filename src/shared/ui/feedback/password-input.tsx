/** A field for a password, with a button that shows it, in the language of the page. */
import { PasswordInput as CarbonPasswordInput } from '@carbon/react'
import type { ComponentProps } from 'react'
import { t } from '../text/t.ts'

export function PasswordInput(props: ComponentProps<typeof CarbonPasswordInput>) {
  return (
    <CarbonPasswordInput showPasswordLabel={t('Show password')} hidePasswordLabel={t('Hide password')} {...props} />
  )
}
