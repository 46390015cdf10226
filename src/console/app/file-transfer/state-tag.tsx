/** A state in words, as a coloured tag. A state without words is shown as it is. */
import { Tag } from '@carbon/react'

type Words = Readonly<Record<string, readonly [string, 'green' | 'red' | 'blue' | 'gray' | 'magenta']>>

export function StateTag({ states, state }: { states: Words; state: string }) {
  const [text, colour] = states[state] ?? [state, 'gray']
  return (
    <Tag type={colour} size="md">
      {text}
    </Tag>
  )
}
