/** A dialog that creates a resource monitor: what the agent polls, and the transfer that it starts. */
import { Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { createMonitor, loadAgents, type PollUnit, type TriggerType } from '../api/transfer-agents.ts'
import { initialItem } from './item-draft.ts'
import { findItemErrors, ItemFields } from './item-fields.tsx'
import {
  buildMonitor,
  findMonitorErrors,
  foundFile,
  hasFileSize,
  initialMonitor,
  type MonitorDraft,
  triggers,
} from './monitor-draft.ts'
import { pollUnitTexts, triggerTexts } from './transfer-texts.ts'

export function MonitorDialog({ created, close }: { created(): void; close(): void }) {
  const { value: agents = [], problem } = useResource('agents', loadAgents)
  const [monitor, setMonitor] = useState(initialMonitor)
  const [item, setItem] = useState({ ...initialItem, source: foundFile })
  const action = useAction()
  const change = (some: Partial<MonitorDraft>) => setMonitor({ ...monitor, ...some })
  const errors = useFieldErrors([...findMonitorErrors(monitor), ...findItemErrors(item)])

  function changeType(type: MonitorDraft['type']) {
    const isQueue = type === 'queue'
    change({ type, trigger: isQueue ? 'queueNotEmpty' : 'matchAll' })
    setItem({
      ...item,
      sourceType: isQueue ? 'queue' : 'file',
      source: isQueue ? monitor.resource : foundFile,
      destinationType: isQueue ? 'file' : item.destinationType,
    })
  }

  async function create() {
    if (!errors.check()) return
    const body = buildMonitor(monitor, item, agents)
    if (!(await action.run(() => createMonitor(body), t('Monitor created'), monitor.name))) return
    created()
    close()
  }

  return (
    <Dialog
      size="lg"
      title={t('Create a monitor')}
      action={t('Create')}
      busy={action.busy}
      problem={action.problem}
      loses={monitor === initialMonitor ? undefined : t('The monitor has not been created.')}
      focus="#monitor-name"
      submit={() => void create()}
      close={close}
    >
      <div className="form">
        {problem && <ErrorNotice text={problem} />}
        <div className="fields">
          <TextInput
            id="monitor-name"
            labelText={t('Name')}
            value={monitor.name}
            {...errors.of('monitor-name')}
            {...literalInput}
            onChange={(event) => change({ name: event.target.value.trim() })}
          />
          <Select
            id="monitor-type"
            labelText={t('Polls')}
            value={monitor.type}
            onChange={(event) => changeType(event.target.value as MonitorDraft['type'])}
          >
            <SelectItem value="directory" text={t('Folder')} />
            <SelectItem value="queue" text={t('Queue')} />
          </Select>
        </div>
        <TextInput
          id="monitor-resource"
          labelText={monitor.type === 'queue' ? t('Queue') : t('Folder')}
          value={monitor.resource}
          {...errors.of('monitor-resource')}
          {...literalInput}
          onChange={(event) => {
            change({ resource: event.target.value })
            if (monitor.type === 'queue') setItem({ ...item, source: event.target.value })
          }}
        />
        <div className="fields">
          <Select
            id="monitor-trigger"
            labelText={t('Start a transfer when')}
            value={monitor.trigger}
            onChange={(event) => change({ trigger: event.target.value as TriggerType })}
          >
            {triggers[monitor.type].map((each) => (
              <SelectItem key={each} value={each} text={triggerTexts[each]} />
            ))}
          </Select>
          {monitor.type === 'directory' && (
            <TextInput
              id="monitor-pattern"
              labelText={t('File names')}
              helperText={t('Such as *.csv')}
              value={monitor.pattern}
              {...literalInput}
              onChange={(event) => change({ pattern: event.target.value })}
            />
          )}
          {hasFileSize(monitor) && (
            <TextInput
              id="monitor-size"
              labelText={t('Bytes')}
              inputMode="numeric"
              value={monitor.fileSize}
              {...errors.of('monitor-size')}
              onChange={(event) => change({ fileSize: event.target.value.trim() })}
            />
          )}
          <TextInput
            id="monitor-interval"
            labelText={t('Poll interval')}
            inputMode="numeric"
            value={monitor.pollInterval}
            {...errors.of('monitor-interval')}
            onChange={(event) => change({ pollInterval: event.target.value.trim() })}
          />
          <Select
            id="monitor-unit"
            labelText={t('Unit')}
            value={monitor.pollUnit}
            onChange={(event) => change({ pollUnit: event.target.value as PollUnit })}
          >
            {(Object.keys(pollUnitTexts) as PollUnit[]).map((unit) => (
              <SelectItem key={unit} value={unit} text={pollUnitTexts[unit]} />
            ))}
          </Select>
        </div>
        <ItemFields
          draft={item}
          agents={agents}
          errors={errors}
          change={(some) => setItem((before) => ({ ...before, ...some }))}
        />
      </div>
    </Dialog>
  )
}
