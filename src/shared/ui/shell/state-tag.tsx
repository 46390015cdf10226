/** A state in words, as a coloured tag. A state without words is shown as it is. */
import { Tag } from '@carbon/react'

/** The words and the colour of each state. */
export type StateWords = Readonly<
  Record<string, readonly [text: string, colour: 'green' | 'red' | 'blue' | 'gray' | 'magenta' | 'purple']>
>

export function StateTag({ states, state, size = 'md' }: { states: StateWords; state: string; size?: 'sm' | 'md' }) {
  const [text, colour] = states[state] ?? [state, 'gray']
  return (
    <Tag type={colour} size={size}>
      {text}
    </Tag>
  )
}
