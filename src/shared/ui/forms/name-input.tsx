/** A text field that offers names, which are loaded when the field gets the focus. Any other text can be entered. */
import { TextInput } from '@carbon/react'
import { type ComponentProps, useRef, useState } from 'react'

export interface NameInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'list' | 'onFocus'> {
  value: string
  loadNames(): Promise<readonly string[]>
}

/** The number of names in the list: each is an element of the page. */
const maxNames = 50

export function NameInput({ value, loadNames, ...input }: NameInputProps) {
  const [names, setNames] = useState<readonly string[]>([])
  const latest = useRef<Promise<unknown>>(undefined)
  const list = `${input.id}-names`
  const typed = value.trim().toLowerCase()
  const found = names.filter((name) => name !== value && name.toLowerCase().includes(typed))

  function load() {
    const loading = loadNames()
    latest.current = loading
    const show = (loaded: readonly string[]) => latest.current === loading && setNames(loaded)
    loading.then(show, () => show([])) // without the list the field is a text field
  }
  return (
    <>
      <TextInput {...input} value={value} list={list} onFocus={load} />
      <datalist id={list}>
        {found.slice(0, maxNames).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
