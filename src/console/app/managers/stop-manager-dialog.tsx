/** A dialog that stops a queue manager in one of three modes. */
import { Modal, RadioButton, RadioButtonGroup } from '@carbon/react'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { endManager, type ManagerEndMode } from '../api/managers.ts'

const modes: readonly (readonly [mode: ManagerEndMode, says: string])[] = [
  ['controlled', 'Quiesce: applications are asked to end'],
  ['immediate', 'Immediate: calls in progress finish, further ones fail'],
  ['preemptive', 'Preemptive: everything ends at once'],
]

export function StopManagerDialog({
  name,
  close,
  stopped,
}: {
  name: string
  close(): void
  stopped(): void
}) {
  const [mode, setMode] = useState<ManagerEndMode>('controlled')
  const action = useAction()

  async function stop() {
    if (!(await action.run(() => endManager(name, mode), 'Queue manager stopped', name))) return
    stopped()
    close()
  }

  return (
    <Modal
      open
      danger
      size="sm"
      modalHeading={`Stop ${name}`}
      primaryButtonText="Stop"
      secondaryButtonText="Cancel"
      primaryButtonDisabled={action.busy}
      onRequestSubmit={() => void stop()}
      onRequestClose={close}
    >
      <RadioButtonGroup
        legendText="How"
        name="mode"
        orientation="vertical"
        valueSelected={mode}
        onChange={(value) => setMode(value as ManagerEndMode)}
      >
        {modes.map(([value, says]) => (
          <RadioButton key={value} id={`mode-${value}`} value={value} labelText={says} />
        ))}
      </RadioButtonGroup>
      {action.problem && <ErrorNotice text={action.problem} />}
    </Modal>
  )
}
