/** The name of a member of a map, which can be changed. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { buildFieldId, type ValuePath } from '../../schema/path-pattern.ts'

export interface MemberNameProps {
  path: ValuePath
  label: string
  rename(name: string): void
}

export function MemberName({ path, label, rename }: MemberNameProps) {
  const name = String(path.at(-1))
  const [typed, setTyped] = useState(name)
  return (
    <TextInput
      id={`${buildFieldId(path)}-name`}
      size="sm"
      labelText={label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== '' && typed !== name) rename(typed)
        else setTyped(name)
      }}
    />
  )
}
