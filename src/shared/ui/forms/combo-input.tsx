/** A text field that finds one of many choices: by letters, the arrow keys and Enter, or by a click. */
import { TextInput } from '@carbon/react'
import { type ChangeEvent, type ComponentProps, type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { t } from '../text/t.ts'
import type { Choices } from './choices.tsx'
import { findEntries } from './find-entries.ts'
import { FloatingBox } from './floating-box.tsx'
import { buildFieldAttributes, OptionList } from './option-list.tsx'

export interface ComboInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  value: string
  choices: Choices
  change(value: string): void
  /** Whether any other text can be entered. */
  free?: boolean
}

/** The number of options in the list: each is an element of the page. */
const maxOptions = 50
const pageLength = 8

export function ComboInput({ className = '', ...props }: ComboInputProps) {
  const { id, at, found, all, isShown, choose, field } = useCombo(props)
  const { value, choices, change, free, ...input } = props
  return (
    <div className={`combo ${className}`}>
      <TextInput {...input} {...buildFieldAttributes(id, at, isShown)} {...field} />
      {isShown && (
        <FloatingBox field={input.id}>
          <OptionList
            id={id}
            label={t('Choices')}
            items={found}
            at={at}
            keyOf={({ to }) => to}
            choose={({ to }) => choose(to)}
          >
            {(each) => each.title}
          </OptionList>
          <Note shown={found.length} all={all} />
        </FloatingBox>
      )}
    </div>
  )
}

/** Returns the options that match, and what the field shows and does. */
function useCombo({ value, choices, change, free = false, ...input }: ComboInputProps) {
  /** What was typed since the last choice. */
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(-1)
  const id = useId()
  const matches = open ? findChoices(choices, typed ?? '', value, free) : []
  const found = matches.slice(0, maxOptions)
  const isShown = open && !(free && found.length === 0)
  const at = Math.min(wanted, found.length - 1)
  const title = choices.find(([each]) => each === value)?.[1] ?? value

  function show() {
    if (!open) setWanted(free ? -1 : 0)
    setOpen(true)
  }

  function choose(next: string | undefined) {
    setOpen(false)
    setTyped(undefined)
    if (next !== undefined) change(next)
  }

  const field = {
    value: free ? value : (typed ?? title),
    onClick: show,
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      setTyped(target.value)
      setOpen(true)
      setWanted(free ? -1 : 0)
      if (free) change(target.value)
    },
    onFocus(event: FocusEvent<HTMLInputElement>) {
      if (!free) event.target.select()
      input.onFocus?.(event)
    },
    /** Takes what was typed when it can mean one choice only. */
    onBlur: () => choose(!free && typed && matches.length === 1 ? matches[0]?.to : undefined),
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const by = { ArrowDown: 1, ArrowUp: -1, PageDown: pageLength, PageUp: -pageLength }[event.key]
      if (by && !isShown) show()
      else if (by) setWanted(Math.max(0, Math.min(found.length - 1, at + by)))
      else if (event.key === 'Escape' && isShown) choose(undefined)
      else if (event.key === 'Enter' && isShown && (!free || at >= 0)) choose(found[at]?.to)
      else return input.onKeyDown?.(event)
      event.preventDefault() // the dialog stays open, and the form is not submitted
    },
  }
  return { id, at, found, all: matches.length, isShown, choose, field }
}

/** Returns the choices that match a text, the best first; without a text, the chosen one is among the first. */
function findChoices(choices: Choices, text: string, value: string, free: boolean) {
  const entries = choices.map(([to, title]) => ({ to, title, kind: '' }))
  if (text !== '') return findEntries(free ? entries.filter(({ to }) => to !== value) : entries, text, [])
  const index = entries.findIndex(({ to }) => to === value)
  return index < maxOptions ? entries : [...entries.slice(index, index + 1), ...entries.toSpliced(index, 1)]
}

function Note({ shown, all }: { shown: number; all: number }) {
  if (all > 0 && shown === all) return null
  return (
    <p className="combo__note" role="status">
      {all === 0 ? t('Nothing matches.') : t('{shown} of {all}. Type to find others.', { shown, all })}
    </p>
  )
}
