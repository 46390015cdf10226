/** A dialog that adds a widget or configures one. */
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Widget } from '../../contract/layout.ts'
import { listManagers } from '../../kit/api/managers.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { maxColumns, maxTitleLength } from './arrange-widgets.ts'
import { chartMeasureTitles, isQueueMeasure, widgetKindTitles } from './widget-kinds.ts'

export interface WidgetDialogProps {
  /** The widget to configure, or the draft of a new one. */
  widget: Widget
  isNew: boolean
  save(widget: Widget): void
  close(): void
}

/** A widget as it is entered: the number of columns is a text. */
type WidgetDraft = Omit<Widget, 'columns'> & { columns: string }

export function WidgetDialog({ widget, isNew, save, close }: WidgetDialogProps) {
  const { value: managers = [] } = useResource('managers', listManagers)
  const names = managers.map(({ name }) => name)
  const start: WidgetDraft = { ...widget, columns: String(widget.columns) }
  const form = useForm('widget', start, (draft) => buildRows(complete(draft, names), names))
  return (
    <FormDialog
      form={{ ...form, draft: { ...form.draft, manager: form.draft.manager || (names[0] ?? '') } }}
      title={isNew ? t('Add widget') : t('Configure {title}', { title: widget.title })}
      action={isNew ? t('Add') : t('Save')}
      run={() => save(complete(form.draft, names))}
      close={close}
    />
  )
}

function buildRows(
  { kind, measure, manager, queue, title }: Widget,
  names: readonly string[],
): readonly FormRow<WidgetDraft>[] {
  const isChart = kind === 'chart'
  const needsManager = kind !== 'managers'
  return [
    { name: 'kind', label: t('Content'), kind: 'choice', choices: Object.entries(widgetKindTitles), also: noTitle },
    needsManager && {
      name: 'manager',
      label: t('Queue manager'),
      kind: 'choice',
      choices: names.map((name) => [name, name]),
      missing: manager === '' ? t('Select a queue manager.') : undefined,
    },
    isChart && { name: 'measure', label: t('Chart'), kind: 'choice', choices: Object.entries(chartMeasureTitles) },
    isChart &&
      isQueueMeasure(measure) && {
        name: 'queue',
        label: t('Queue'),
        kind: 'name',
        help: t('The name of a local queue.'),
        missing: queue === '' ? t('Enter the name of a queue.') : undefined,
        attributes: { maxLength: 48 },
        loadNames: () => loadObjectNames(manager, 'localQueue'),
      },
    { name: 'title', label: t('Title'), attributes: { maxLength: maxTitleLength, placeholder: title } },
    { name: 'columns', label: t('Width'), kind: 'choice', choices: widths },
    needsManager && !isChart && { name: 'showSystem', label: t('Show system objects'), kind: 'check' },
  ]
}

const noTitle = () => ({ title: '' })
const widths = Array.from({ length: maxColumns }, (_, index): [string, string] => [
  String(index + 1),
  t('{count, plural, one {# column} other {# columns}}', { count: index + 1 }),
])

/** Returns the widget of a draft, without what its kind does not have. `names` are those of the queue managers. */
function complete(draft: WidgetDraft, names: readonly string[]): Widget {
  const isOfQueue = draft.kind === 'chart' && isQueueMeasure(draft.measure)
  const manager = draft.kind === 'managers' ? '' : draft.manager || (names[0] ?? '')
  const widget = { ...draft, manager, queue: isOfQueue ? draft.queue.trim() : '', columns: Number(draft.columns) }
  return { ...widget, title: (draft.title || buildTitle(widget)).slice(0, maxTitleLength) }
}

/** Returns the title of a widget for which the user entered none: `Queues of QM1`. */
function buildTitle({ kind, measure, queue, manager }: Widget): string {
  if (kind === 'managers') return widgetKindTitles.managers
  if (kind !== 'chart') return t('{objects} of {manager}', { objects: widgetKindTitles[kind], manager })
  return queue || chartMeasureTitles[measure]
}
