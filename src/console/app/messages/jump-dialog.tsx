/** A dialog that finds the page of a message: by its position, the time of its put, or its correlation id. */
import { RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { findMessagePosition } from '../api/messages.ts'

type JumpKind = 'position' | 'time' | 'correlationId'

export interface JumpDialogProps {
  manager: string
  queue: string
  /** Gets the position of the message, from 0. */
  jump(position: number): void
  close(): void
}

const labels: Readonly<Record<JumpKind, string>> = {
  position: t('Position'),
  time: t('Time of the put'),
  correlationId: t('Correlation id'),
}

export function JumpDialog({ manager, queue, jump, close }: JumpDialogProps) {
  const [kind, setKind] = useState<JumpKind>('position')
  const [text, setText] = useState('')
  const { busy, problem, run } = useAction()
  const errors = useFieldErrors([
    {
      id: 'jump-target',
      missing: text === '' ? t('Enter a value.') : undefined,
      wrong: findError(kind, text),
    },
  ])

  async function submit() {
    if (!errors.check()) return
    const isFound = await run(async () => {
      const position = await findPosition()
      if (position < 0) throw new Error(t('No message that the page can show is such one.'))
      jump(position)
    })
    if (isFound) close()
  }

  async function findPosition(): Promise<number> {
    if (kind === 'position') return Number(text) - 1
    const query = kind === 'time' ? { at: new Date(text).toISOString() } : { correlationId: text }
    return findMessagePosition(manager, queue, query)
  }

  return (
    <Dialog
      size="sm"
      title={t('Go to a message')}
      label={queue}
      action={t('Go to')}
      busy={busy}
      problem={problem}
      focus="#jump-target"
      submit={() => void submit()}
      close={close}
    >
      <div className="form">
        <RadioButtonGroup
          legendText={t('By')}
          name="jump-kind"
          orientation="vertical"
          valueSelected={kind}
          onChange={(value) => {
            setKind(value as JumpKind)
            setText('')
          }}
        >
          {(Object.keys(labels) as JumpKind[]).map((each) => (
            <RadioButton key={each} id={`jump-${each}`} value={each} labelText={labels[each]} />
          ))}
        </RadioButtonGroup>
        <TextInput
          id="jump-target"
          type={kind === 'time' ? 'datetime-local' : 'text'}
          step={kind === 'time' ? 1 : undefined}
          labelText={labels[kind]}
          value={text}
          {...errors.of('jump-target')}
          {...literalInput}
          onChange={(event) => setText(event.target.value.trim())}
        />
      </div>
    </Dialog>
  )
}

function findError(kind: JumpKind, text: string): string | undefined {
  if (text === '') return undefined
  if (kind === 'position' && !/^[1-9]\d{0,8}$/.test(text)) return t('Positions are whole numbers from 1 on.')
  if (kind === 'correlationId' && !/^[0-9a-f]{48}$/i.test(text)) return t('An id has 48 hexadecimal digits.')
  return undefined
}
