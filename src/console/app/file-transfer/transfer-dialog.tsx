/** A dialog that starts a transfer, now or later. */
import { Checkbox, Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { createTransfer } from '../api/file-transfer.ts'
import { loadAgents } from '../api/transfer-agents.ts'
import { buildItem, findAgentAddress, initialItem } from './item-draft.ts'
import { findItemErrors, ItemFields } from './item-fields.tsx'
import { buildSchedule, findScheduleErrors, initialSchedule, type ScheduleDraft } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'

/** The priorities of transfers, 0 to 9. */
const priorities = Array.from({ length: 10 }, (_, priority) => priority)

export function TransferDialog({ created, close }: { created(): void; close(): void }) {
  const { value: agents = [], problem } = useResource('agents', loadAgents)
  const [draft, setDraft] = useState(initialItem)
  const [jobName, setJobName] = useState('')
  const [priority, setPriority] = useState(0)
  const [schedule, setSchedule] = useState<ScheduleDraft>()
  const action = useAction()
  const errors = useFieldErrors([...findItemErrors(draft), ...findScheduleErrors(schedule)])

  async function create() {
    if (!errors.check()) return
    const body = {
      ...(jobName === '' ? {} : { job: { name: jobName } }),
      sourceAgent: findAgentAddress(agents, draft.sourceAgent),
      destinationAgent: findAgentAddress(agents, draft.destinationAgent),
      transferSet: { priority, item: [buildItem(draft)] },
      ...(schedule && { scheduleTransfer: buildSchedule(schedule) }),
    }
    const done = schedule ? t('Transfer scheduled') : t('Transfer requested')
    if (!(await action.run(() => createTransfer(body), done))) return
    created()
    close()
  }

  return (
    <Dialog
      size="lg"
      title={t('New transfer')}
      action={schedule ? t('Schedule') : t('Start')}
      busy={action.busy}
      problem={action.problem}
      loses={draft === initialItem && jobName === '' ? undefined : t('The transfer has not been started.')}
      focus="#source-agent"
      submit={() => void create()}
      close={close}
    >
      <div className="form">
        {problem && <ErrorNotice text={problem} />}
        <ItemFields
          draft={draft}
          agents={agents}
          errors={errors}
          change={(some) => setDraft((before) => ({ ...before, ...some }))}
        />
        <TextInput
          id="job-name"
          labelText={t('Job name')}
          helperText={t('A name under which the list shows the transfer.')}
          value={jobName}
          onChange={(event) => setJobName(event.target.value)}
        />
        <Select
          id="priority"
          labelText={t('Priority')}
          helperText={t('Of transfers that wait for the agent, the one of the highest priority starts first.')}
          value={priority}
          onChange={(event) => setPriority(Number(event.target.value))}
        >
          {priorities.map((each) => (
            <SelectItem key={each} value={each} text={formatNumber(each)} />
          ))}
        </Select>
        <Checkbox
          id="later"
          labelText={t('Start later')}
          checked={schedule !== undefined}
          onChange={(_, { checked }) => setSchedule(checked ? initialSchedule : undefined)}
        />
        {schedule && (
          <ScheduleFields draft={schedule} errors={errors} change={(some) => setSchedule({ ...schedule, ...some })} />
        )}
      </div>
    </Dialog>
  )
}
