/** The fields of what a transfer moves: agents, source, destination, mode and checksum. */
import { Checkbox, Select, SelectItem, TextInput } from '@carbon/react'

import { literalInput } from '../../../ui/feedback/literal-input.ts'
import type { FieldError, FieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { TransferAgent } from '../api/transfer-agents.ts'
import type { ItemDraft } from './item-draft.ts'

export interface ItemFieldsProps {
  draft: ItemDraft
  agents: readonly TransferAgent[]
  errors: FieldErrors
  change(some: Partial<ItemDraft>): void
}

/** Returns the errors of the fields, in their order. */
export function findItemErrors(draft: ItemDraft): readonly FieldError[] {
  const bothQueues = draft.sourceType === 'queue' && draft.destinationType === 'queue'
  return [
    { id: 'source-agent', missing: draft.sourceAgent === '' ? t('Choose an agent.') : undefined },
    { id: 'source', missing: draft.source === '' ? t('Enter a source.') : undefined },
    { id: 'destination-agent', missing: draft.destinationAgent === '' ? t('Choose an agent.') : undefined },
    {
      id: 'destination-type',
      wrong: bothQueues ? t('The messages of a queue go to a file.') : undefined,
    },
    { id: 'destination', missing: draft.destination === '' ? t('Enter a destination.') : undefined },
  ]
}

export function ItemFields({ draft, agents, errors, change }: ItemFieldsProps) {
  return (
    <>
      <fieldset className="group">
        <legend className="group__title">{t('Source')}</legend>
        <div className="form">
          <div className="fields">
            <AgentSelect
              id="source-agent"
              agents={agents}
              value={draft.sourceAgent}
              errors={errors}
              change={(sourceAgent) => change({ sourceAgent })}
            />
            <Select
              id="source-type"
              labelText={t('Kind')}
              value={draft.sourceType}
              onChange={(event) => change({ sourceType: event.target.value as ItemDraft['sourceType'] })}
            >
              <SelectItem value="file" text={t('File')} />
              <SelectItem value="directory" text={t('Folder')} />
              <SelectItem value="queue" text={t('Queue')} />
            </Select>
          </div>
          <TextInput
            id="source"
            labelText={draft.sourceType === 'queue' ? t('Queue') : t('Path')}
            helperText={draft.sourceType === 'file' ? t('The last part may contain * and ?.') : ''}
            value={draft.source}
            {...errors.of('source')}
            {...literalInput}
            onChange={(event) => change({ source: event.target.value })}
          />
          {draft.sourceType !== 'queue' && (
            <>
              <Checkbox
                id="recursive"
                labelText={t('Include the folders below')}
                checked={draft.recursive}
                onChange={(_, { checked }) => change({ recursive: checked })}
              />
              <Checkbox
                id="deletes-source"
                labelText={t('Delete each file at the source after it has arrived')}
                checked={draft.deletesSource}
                onChange={(_, { checked }) => change({ deletesSource: checked })}
              />
            </>
          )}
        </div>
      </fieldset>
      <fieldset className="group">
        <legend className="group__title">{t('Destination')}</legend>
        <div className="form">
          <div className="fields">
            <AgentSelect
              id="destination-agent"
              agents={agents}
              value={draft.destinationAgent}
              errors={errors}
              change={(destinationAgent) => change({ destinationAgent })}
            />
            <Select
              id="destination-type"
              labelText={t('Kind')}
              value={draft.destinationType}
              {...errors.of('destination-type')}
              onChange={(event) => change({ destinationType: event.target.value as ItemDraft['destinationType'] })}
            >
              <SelectItem value="directory" text={t('Folder')} />
              <SelectItem value="file" text={t('File')} />
              <SelectItem value="queue" text={t('Queue')} />
            </Select>
          </div>
          <TextInput
            id="destination"
            labelText={draft.destinationType === 'queue' ? t('Queue') : t('Path')}
            helperText={draft.destinationType === 'queue' ? t('QUEUE, or QUEUE@QMGR.') : ''}
            value={draft.destination}
            {...errors.of('destination')}
            {...literalInput}
            onChange={(event) => change({ destination: event.target.value })}
          />
          {draft.destinationType !== 'queue' && (
            <Checkbox
              id="overwrites"
              labelText={t('Overwrite files that exist')}
              checked={draft.overwrites}
              onChange={(_, { checked }) => change({ overwrites: checked })}
            />
          )}
        </div>
      </fieldset>
      <div className="fields">
        <Select
          id="mode"
          labelText={t('Mode')}
          value={draft.mode}
          onChange={(event) => change({ mode: event.target.value as ItemDraft['mode'] })}
        >
          <SelectItem value="binary" text={t('Binary: bytes stay as they are')} />
          <SelectItem value="text" text={t('Text: encoding and line ends are converted')} />
        </Select>
        <Select
          id="checksum"
          labelText={t('Checksum')}
          value={draft.checksum}
          onChange={(event) => change({ checksum: event.target.value as ItemDraft['checksum'] })}
        >
          <SelectItem value="md5" text="MD5" />
          <SelectItem value="sha256" text="SHA-256" />
          <SelectItem value="none" text={t('None')} />
        </Select>
      </div>
    </>
  )
}

interface AgentSelectProps {
  id: string
  agents: readonly TransferAgent[]
  value: string
  errors: FieldErrors
  change(name: string): void
}

function AgentSelect({ id, agents, value, errors, change }: AgentSelectProps) {
  return (
    <Select
      id={id}
      labelText={t('Agent')}
      value={value}
      {...errors.of(id)}
      onChange={(event) => change(event.target.value)}
    >
      <SelectItem value="" text={t('Choose an agent')} />
      {agents.map(({ name, qmgrConnection }) => (
        <SelectItem key={name} value={name} text={`${name} (${qmgrConnection.qmgrName})`} />
      ))}
    </Select>
  )
}
