/** A dialog that creates and starts a queue manager. */
import { Modal, TextInput } from '@carbon/react'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { createManager } from '../api/managers.ts'
import { describeNameRule, findNameError } from '../objects/name-rules.ts'

export function CreateManagerDialog({ close, created }: { close(): void; created(): void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [port, setPort] = useState('')
  const action = useAction()

  const fault = findNameError('qmgr', name)
  const portFault = port === '' || isPort(port) ? undefined : 'A port is a whole number from 1 to 65535.'

  async function create() {
    const wish = { name, description, ...(port === '' ? {} : { port: Number(port) }) }
    if (!(await action.run(() => createManager(wish), 'Queue manager created and started', name))) return
    created()
    close()
  }

  return (
    <Modal
      open
      modalHeading="Create a queue manager"
      primaryButtonText="Create"
      secondaryButtonText="Cancel"
      primaryButtonDisabled={action.busy || name === '' || fault !== undefined || portFault !== undefined}
      onRequestSubmit={() => void create()}
      onRequestClose={close}
      selectorPrimaryFocus="#manager-name"
    >
      <div className="form">
        <TextInput
          id="manager-name"
          labelText="Name - required"
          helperText={describeNameRule('qmgr')}
          value={name}
          invalid={fault !== undefined}
          invalidText={fault ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          id="manager-description"
          labelText="Description"
          maxLength={64}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <TextInput
          id="manager-port"
          labelText="TCP port"
          helperText="With a port, it gets a listener that starts with it."
          inputMode="numeric"
          value={port}
          invalid={portFault !== undefined}
          invalidText={portFault ?? ''}
          onChange={(event) => setPort(event.target.value.trim())}
        />
        {action.problem && <ErrorNotice text={action.problem} />}
      </div>
    </Modal>
  )
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
