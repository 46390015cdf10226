/** A field and a button that add an entry with a name: a path, a schema or a property. */
import { TextInput } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../../../../ui/feedback/action-button.tsx'
import { t } from '../../../../../ui/text/t.ts'
import { buildErrorProps } from '../model/form-context.ts'

export interface AddNameProps {
  id: string
  label: string
  action: string
  /** The names that exist. */
  names: readonly string[]
  /** Returns why a name is not accepted; undefined for a name that is. */
  check(name: string): string | undefined
  add(name: string): void
  /** Further buttons. */
  children?: ReactNode
}

export function AddName({ id, label, action, names, check, add, children }: AddNameProps) {
  const [typed, setTyped] = useState('')
  const wrong = names.includes(typed) ? t('This name is there already.') : typed === '' ? undefined : check(typed)

  function submit() {
    if (typed === '' || wrong !== undefined) return
    add(typed)
    setTyped('')
  }

  return (
    <div className="entry__add">
      <TextInput
        id={id}
        size="sm"
        labelText={label}
        value={typed}
        {...buildErrorProps(id, wrong)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
        }}
      />
      <ActionButton kind="tertiary" size="sm" renderIcon={Add} requires={[typed]} onClick={submit}>
        {action}
      </ActionButton>
      {children}
    </div>
  )
}
