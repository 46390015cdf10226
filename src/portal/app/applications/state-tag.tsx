/** Shows the state of an application or a subscription as a coloured tag. */

import { Tag } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'

type State = 'enabled' | 'pending' | 'disabled' | 'denied'

const shown = {
  enabled: ['green', t('enabled')],
  pending: ['purple', t('awaits approval')],
  disabled: ['red', t('disabled')],
  denied: ['red', t('denied')],
} as const

export function StateTag({ state }: { state: State }) {
  const [type, text] = shown[state]
  return (
    <Tag type={type} size="sm">
      {text}
    </Tag>
  )
}
