/** A dialog that starts a transfer, now or later. */
import { Checkbox, Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { createTransfer, type RepeatUnit, type ScheduleRequest } from '../api/file-transfer.ts'
import { loadAgents } from '../api/transfer-agents.ts'
import { buildItem, findAgentAddress, initialItem } from './item-draft.ts'
import { findItemErrors, ItemFields } from './item-fields.tsx'
import { describeRepeat } from './transfer-texts.ts'

interface Schedule {
  startTime: string
  repeat: RepeatUnit | ''
}

const repeatUnits: readonly RepeatUnit[] = ['minutes', 'hours', 'days', 'weeks', 'months', 'years']

export function TransferDialog({ created, close }: { created(): void; close(): void }) {
  const { value: agents = [], problem } = useResource('agents', loadAgents)
  const [draft, setDraft] = useState(initialItem)
  const [jobName, setJobName] = useState('')
  const [schedule, setSchedule] = useState<Schedule>()
  const action = useAction()
  const errors = useFieldErrors([
    ...findItemErrors(draft),
    {
      id: 'start-time',
      missing: schedule && schedule.startTime === '' ? t('Enter the time of the first start.') : undefined,
    },
  ])

  async function create() {
    if (!errors.check()) return
    const body = {
      ...(jobName === '' ? {} : { job: { name: jobName } }),
      sourceAgent: findAgentAddress(agents, draft.sourceAgent),
      destinationAgent: findAgentAddress(agents, draft.destinationAgent),
      transferSet: { item: [buildItem(draft)] },
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
        <Checkbox
          id="later"
          labelText={t('Start later')}
          checked={schedule !== undefined}
          onChange={(_, { checked }) => setSchedule(checked ? { startTime: '', repeat: '' } : undefined)}
        />
        {schedule && (
          <div className="fields">
            <TextInput
              id="start-time"
              type="datetime-local"
              labelText={t('Start')}
              value={schedule.startTime}
              {...errors.of('start-time')}
              onChange={(event) => setSchedule({ ...schedule, startTime: event.target.value })}
            />
            <Select
              id="repeat"
              labelText={t('Repeat')}
              value={schedule.repeat}
              onChange={(event) =>
                setSchedule({ ...schedule, repeat: event.target.value as Schedule['repeat'] })
              }
            >
              <SelectItem value="" text={t('Never')} />
              {repeatUnits.map((unit) => (
                <SelectItem key={unit} value={unit} text={describeRepeat(unit, 1)} />
              ))}
            </Select>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The browser's time is sent in UTC, so that the time zone of the agent does not matter. */
function buildSchedule({ startTime, repeat }: Schedule): ScheduleRequest {
  return {
    startTime: new Date(startTime).toISOString().slice(0, 16),
    timeBase: 'UTC',
    ...(repeat === '' ? {} : { repeatInterval: repeat, repeatFrequency: 1 }),
  }
}
