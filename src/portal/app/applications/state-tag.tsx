/** Shows the state of an application or a subscription as a coloured tag. */
import { Tag } from '@carbon/react'

type State = 'enabled' | 'pending' | 'disabled' | 'denied'

const shown = {
  enabled: ['green', 'enabled'],
  pending: ['purple', 'awaits approval'],
  disabled: ['red', 'disabled'],
  denied: ['red', 'denied'],
} as const

export function StateTag({ state }: { state: State }) {
  const [type, text] = shown[state]
  return (
    <Tag type={type} size="sm">
      {text}
    </Tag>
  )
}
