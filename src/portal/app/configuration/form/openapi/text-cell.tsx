/** A text in a table, written when it loses the focus or with Enter. */
import { TextInput } from '@carbon/react'
import { useEffect, useState } from 'react'

export interface TextCellProps {
  id: string
  label: string
  value: string
  write(text: string): void
}

export function TextCell({ id, label, value, write }: TextCellProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const commit = () => {
    if (typed !== value) write(typed)
  }
  return (
    <TextInput
      id={id}
      size="sm"
      labelText={label}
      hideLabel
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
