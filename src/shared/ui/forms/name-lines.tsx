/** A text of several lines, each of which is a name, with a field that adds one of the names that are offered. */
import { TextArea } from '@carbon/react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { t } from '../text/t.ts'
import { NameInput } from './name-input.tsx'

export interface NameLinesProps extends Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'> {
  value: string
  loadNames(): Promise<readonly string[]>
  change(value: string): void
}

export function NameLines({ value, loadNames, change, ...area }: NameLinesProps) {
  const [typed, setTyped] = useState('')
  const lines = value.split('\n').filter((line) => line.trim() !== '')

  function press(event: KeyboardEvent) {
    const name = typed.trim()
    if (event.key !== 'Enter') return
    event.preventDefault() // does not submit the form
    if (name !== '' && !lines.includes(name)) change([...lines, name].join('\n'))
    setTyped('')
  }
  return (
    <div className="form">
      <TextArea {...area} value={value} onChange={({ target }) => change(target.value)} />
      <NameInput
        id={`${area.id}-add`}
        size="sm"
        labelText={t('Add a name')}
        helperText={t('Press Enter to add it as a line.')}
        value={typed}
        loadNames={async () => (await loadNames()).filter((name) => !lines.includes(name))}
        change={setTyped}
        onKeyDown={press}
      />
    </div>
  )
}
