/** The fields for a transfer that starts later: the first start, and how often it is repeated. */
import { Select, SelectItem, TextInput } from '@carbon/react'

import { repeatUnits } from '../../../contract/console/file-transfer.ts'
import type { FieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { repeatUnitTexts } from './transfer-texts.ts'

interface ScheduleFieldsProps {
  draft: ScheduleDraft
  errors: FieldErrors
  change(some: Partial<ScheduleDraft>): void
}

export function ScheduleFields({ draft, errors, change }: ScheduleFieldsProps) {
  return (
    <div className="fields">
      <TextInput
        id="start-time"
        type="datetime-local"
        labelText={t('Start')}
        value={draft.startTime}
        {...errors.of('start-time')}
        onChange={(event) => change({ startTime: event.target.value })}
      />
      <Select
        id="repeat"
        labelText={t('Repeat')}
        value={draft.repeat}
        onChange={(event) => change({ repeat: event.target.value as ScheduleDraft['repeat'] })}
      >
        <SelectItem value="" text={t('Never')} />
        {repeatUnits.map((unit) => (
          <SelectItem key={unit} value={unit} text={repeatUnitTexts[unit]} />
        ))}
      </Select>
      {draft.repeat !== '' && (
        <>
          <TextInput
            id="frequency"
            inputMode="numeric"
            labelText={t('Units between two starts')}
            helperText={t('2 with weeks starts the transfer every other week.')}
            value={draft.frequency}
            {...errors.of('frequency')}
            onChange={(event) => change({ frequency: event.target.value.trim() })}
          />
          <TextInput
            id="repeat-count"
            inputMode="numeric"
            labelText={t('Number of starts')}
            helperText={t('Unlimited when empty.')}
            value={draft.repeatCount}
            {...errors.of('repeat-count')}
            onChange={(event) => change({ repeatCount: event.target.value.trim() })}
          />
          <TextInput
            id="end-time"
            type="datetime-local"
            labelText={t('End')}
            helperText={t('No start happens later.')}
            value={draft.endTime}
            {...errors.of('end-time')}
            onChange={(event) => change({ endTime: event.target.value })}
          />
        </>
      )}
    </div>
  )
}
