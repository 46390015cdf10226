/** A text field that offers names, which are loaded when the field gets the focus. Any other text can be entered. */
import { useRef, useState } from 'react'
import { ComboInput, type ComboInputProps } from './combo-input.tsx'

export interface NameInputProps extends Omit<ComboInputProps, 'choices' | 'free' | 'onFocus'> {
  loadNames(): Promise<readonly string[]>
}

export function NameInput({ loadNames, ...input }: NameInputProps) {
  const [names, setNames] = useState<readonly string[]>([])
  const latest = useRef<Promise<unknown>>(undefined)

  function load() {
    const loading = loadNames()
    latest.current = loading
    const show = (loaded: readonly string[]) => latest.current === loading && setNames(loaded)
    loading.then(show, () => show([])) // without the list the field is a text field
  }
  return <ComboInput {...input} free choices={names.map((name) => [name, name])} onFocus={load} />
}
