/** A dialog that stops a queue manager in one of three modes. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { endManager, type ManagerEndMode } from '../api/managers.ts'

const modes: readonly (readonly [mode: ManagerEndMode, says: string])[] = [
  ['controlled', t('Quiesce: applications are asked to end')],
  ['immediate', t('Immediate: calls in progress finish, further ones fail')],
  ['preemptive', t('Preemptive: everything ends at once')],
]

export function StopManagerDialog({ name, close, stopped }: { name: string; close(): void; stopped(): void }) {
  const [mode, setMode] = useState<ManagerEndMode>('controlled')
  const action = useAction()

  async function stop() {
    if (!(await action.run(() => endManager(name, mode), t('Queue manager stopped'), name))) return
    stopped()
    close()
  }

  return (
    <Dialog
      danger
      size="sm"
      title={t('Stop {name}', { name })}
      action={t('Stop')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void stop()}
      close={close}
    >
      <RadioButtonGroup
        legendText={t('How')}
        name="mode"
        orientation="vertical"
        valueSelected={mode}
        onChange={(value) => setMode(value as ManagerEndMode)}
      >
        {modes.map(([value, says]) => (
          <RadioButton key={value} id={`mode-${value}`} value={value} labelText={says} />
        ))}
      </RadioButtonGroup>
    </Dialog>
  )
}
