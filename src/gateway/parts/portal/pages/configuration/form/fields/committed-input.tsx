/** A text that is written when it loses the focus, or with Enter. */
import { TextInput } from '@carbon/react'
import { useEffect, useState } from 'react'

export interface CommittedInputProps {
  id: string
  labelText: string
  hideLabel?: boolean
  value: string
  /** Writes a text that differs from the value, or ignores it. */
  write(text: string): void
}

export function CommittedInput({ value, write, ...input }: CommittedInputProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    if (typed === value) return
    write(typed)
    setTyped(value) // until the written value arrives; a text that is not accepted is gone
  }
  return (
    <TextInput
      {...input}
      size="sm"
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
