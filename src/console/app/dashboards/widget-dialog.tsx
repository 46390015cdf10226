/** A dialog that adds a widget or configures one. */
import { Checkbox, Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import type { ChartMeasure, Widget, WidgetKind } from '../api/layout.ts'
import { listManagers } from '../api/managers.ts'
import { chartMeasureTitles, dashboardTexts as texts, widgetKindTitles } from '../wording/dashboard-texts.ts'
import { maxColumns } from './arrange-widgets.ts'
import { isQueueMeasure } from './widgets/chart-widget.tsx'

export interface WidgetDialogProps {
  /** The widget to configure, or the draft of a new one. */
  widget: Widget
  isNew: boolean
  save(widget: Widget): void
  close(): void
}

export function WidgetDialog({ widget, isNew, save, close }: WidgetDialogProps) {
  const [draft, setDraft] = useState(widget)
  const [tried, setTried] = useState(false)
  const { value: managers = [] } = useResource('managers', listManagers)
  const change = (some: Partial<Widget>) => setDraft((before) => ({ ...before, ...some }))

  const needsManager = draft.kind !== 'managers'
  const needsQueue = draft.kind === 'chart' && isQueueMeasure(draft.measure)
  const manager = draft.manager || (managers[0]?.name ?? '')
  const title = draft.title || buildTitle({ ...draft, manager })
  const isComplete = (!needsManager || manager !== '') && (!needsQueue || draft.queue.trim() !== '')

  function submit() {
    setTried(true)
    if (!isComplete) return
    const queue = needsQueue ? draft.queue.trim() : ''
    save({ ...draft, title: title.slice(0, 64), queue, manager: needsManager ? manager : '' })
    close()
  }

  return (
    <Dialog
      title={isNew ? texts.addWidget : texts.configureWidget(widget.title)}
      action={isNew ? texts.add : texts.save}
      cancel={texts.cancel}
      submit={submit}
      close={close}
    >
      <div className="form">
        <Select
          id="widget-kind"
          labelText={texts.kind}
          value={draft.kind}
          onChange={(event) => change({ kind: event.target.value as WidgetKind, title: '' })}
        >
          {Object.entries(widgetKindTitles).map(([kind, each]) => (
            <SelectItem key={kind} value={kind} text={each} />
          ))}
        </Select>
        {needsManager && (
          <Select
            id="widget-manager"
            labelText={texts.manager}
            value={manager}
            invalid={tried && manager === ''}
            invalidText={texts.managerMissing}
            onChange={(event) => change({ manager: event.target.value })}
          >
            {draft.manager !== '' && !managers.some(({ name }) => name === draft.manager) && (
              <SelectItem value={draft.manager} text={draft.manager} />
            )}
            {managers.map(({ name }) => (
              <SelectItem key={name} value={name} text={name} />
            ))}
          </Select>
        )}
        {draft.kind === 'chart' && (
          <Select
            id="widget-measure"
            labelText={texts.measure}
            value={draft.measure}
            onChange={(event) => change({ measure: event.target.value as ChartMeasure })}
          >
            {Object.entries(chartMeasureTitles).map(([measure, each]) => (
              <SelectItem key={measure} value={measure} text={each} />
            ))}
          </Select>
        )}
        {needsQueue && (
          <TextInput
            id="widget-queue"
            labelText={texts.queue}
            helperText={texts.queueHelp}
            value={draft.queue}
            maxLength={48}
            spellCheck={false}
            invalid={tried && draft.queue.trim() === ''}
            invalidText={texts.queueMissing}
            onChange={(event) => change({ queue: event.target.value })}
          />
        )}
        <TextInput
          id="widget-title"
          labelText={texts.widgetTitle}
          value={draft.title}
          placeholder={title}
          maxLength={64}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Select
          id="widget-columns"
          labelText={texts.width}
          value={String(draft.columns)}
          onChange={(event) => change({ columns: Number(event.target.value) })}
        >
          {Array.from({ length: maxColumns }, (_, index) => (
            <SelectItem key={String(index)} value={String(index + 1)} text={texts.columns(index + 1)} />
          ))}
        </Select>
        {needsManager && draft.kind !== 'chart' && (
          <Checkbox
            id="widget-system"
            labelText={texts.showSystem}
            checked={draft.showSystem}
            onChange={(_, { checked }) => change({ showSystem: checked })}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Returns the title of a widget for which the user entered none: `Queues of QM1`. */
function buildTitle({ kind, measure, queue, manager }: Widget): string {
  if (kind === 'managers') return widgetKindTitles.managers
  if (kind !== 'chart') return t('{objects} of {manager}', { objects: widgetKindTitles[kind], manager })
  return isQueueMeasure(measure) && queue !== '' ? queue : chartMeasureTitles[measure]
}
