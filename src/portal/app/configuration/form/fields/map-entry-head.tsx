/** The head of an entry of a map: its name, which can be changed, and a button that removes the entry. */
import { TextInput } from '@carbon/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { buildFieldId, type ValuePath } from '../../schema/path-pattern.ts'
import { useForm } from '../model/form-context.ts'
import { RemoveButton } from './entry-actions.tsx'

export interface MapEntryHeadProps extends MemberNameProps {
  /** Shown between the name and the button. */
  children?: ReactNode
}

export function MapEntryHead({ path, label, rename, children }: MapEntryHeadProps) {
  const model = useForm()
  return (
    <div className="entry__head">
      <MemberName path={path} label={label} rename={rename} />
      {children}
      <RemoveButton name={String(path.at(-1))} size="md" remove={() => model.edit([{ do: 'remove', path }])} />
    </div>
  )
}

/** The name of a member of a map, which can be changed. */
interface MemberNameProps {
  path: ValuePath
  label: string
  rename(name: string): void
}

function MemberName({ path, label, rename }: MemberNameProps) {
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
