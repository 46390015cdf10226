/** A dialog that creates and starts a queue manager. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { createManager } from '../api/managers.ts'
import { describeNameRule, findNameError } from '../objects/name-rules.ts'

export function CreateManagerDialog({ close, created }: { close(): void; created(): void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [port, setPort] = useState('')
  const action = useAction()

  const errors = useFieldErrors([
    {
      id: 'manager-name',
      wrong: findNameError('qmgr', name),
      missing: name === '' ? t('Enter a name.') : undefined,
    },
    {
      id: 'manager-port',
      wrong: port === '' || isPort(port) ? undefined : t('A port is a whole number from 1 to 65535.'),
    },
  ])

  async function create() {
    if (!errors.check()) return
    const wish = { name, description, ...(port === '' ? {} : { port: Number(port) }) }
    if (!(await action.run(() => createManager(wish), t('Queue manager created and started'), name))) return
    created()
    close()
  }

  return (
    <Dialog
      title={t('Create a queue manager')}
      action={t('Create')}
      busy={action.busy}
      problem={action.problem}
      loses={name + description + port === '' ? undefined : t('The queue manager has not been created.')}
      submit={() => void create()}
      close={close}
    >
      <div className="form">
        <TextInput
          id="manager-name"
          labelText={t('Name - required')}
          helperText={describeNameRule('qmgr')}
          value={name}
          {...errors.of('manager-name')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          id="manager-description"
          labelText={t('Description')}
          maxLength={64}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <TextInput
          id="manager-port"
          labelText={t('TCP port')}
          helperText={t('With a port, it gets a listener that starts with it.')}
          inputMode="numeric"
          value={port}
          {...errors.of('manager-port')}
          onChange={(event) => setPort(event.target.value.trim())}
        />
      </div>
    </Dialog>
  )
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
