/** A field to choose one value: of an enumeration, or the name of an existing document. */
import { Button, Checkbox, CheckboxGroup } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { DialogButton } from '../../../../../../../shared/ui/feedback/use-dialog.tsx'
import { ChoiceSelect, type Choices } from '../../../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import type { DocumentSummary } from '../../../../rest/index.ts'
import { buildDocumentLink } from '../../../routing/page-route.ts'
import { CreateDialog } from '../../create/create-dialog.tsx'
import { newDocuments } from '../../create/new-documents.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import {
  buildEdit,
  buildErrorProps,
  type FieldProps,
  findOffered,
  findProblemText,
  findReferenceKinds,
  findTarget,
  useForm,
} from '../model/form-context.ts'
import { joinHelp } from './text-field.tsx'

/** A field to choose several values: of an enumeration, or names of existing documents. */
export function ChoicesField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const items = simplifySchema(schema.items ?? {}, model.root).schema
  const offered = findOffered(model, path, items, [...path, '0'])
  const written = readPath(model.value, path)
  const isWritten = Array.isArray(written)
  const chosen = (isWritten ? written : ((schema.default as unknown[] | undefined) ?? [])).map(String)
  const unknown = chosen.filter((each) => !offered.some(({ value }) => value === each))
  const problem = findProblemText(model, path)
  const defaults = (schema.default as unknown[] | undefined) ?? []

  function choose(value: string, isChosen: boolean) {
    const next = isChosen ? [...chosen, value] : chosen.filter((each) => each !== value)
    model.edit([buildEdit(model, props, next.map(writtenValue))])
  }

  function writtenValue(text: string): unknown {
    return items.enum?.find((each) => String(each) === text) ?? text
  }

  return (
    <CheckboxGroup
      legendText={title}
      legendId={buildFieldId(path)}
      helperText={[help, defaults.length > 0 && t('Default: {value}.', { value: defaults.join(', ') })]
        .filter(Boolean)
        .join(' ')}
      invalid={problem !== undefined}
      invalidText={problem}
    >
      {offered.map(({ value, title: label }) => (
        <Checkbox
          key={value}
          id={buildFieldId([...path, value])}
          labelText={label}
          checked={chosen.includes(value)}
          onChange={(_, { checked }) => choose(value, checked)}
        />
      ))}
      {unknown.map((value) => (
        <Checkbox
          key={value}
          id={buildFieldId([...path, value])}
          labelText={t('{value} (does not exist)', { value })}
          checked
          onChange={() => choose(value, false)}
        />
      ))}
      {offered.length + unknown.length === 0 && <p className="document-form__help">{t('There are none to choose.')}</p>}
    </CheckboxGroup>
  )
}

export function ChoiceField(props: FieldProps) {
  const { path, schema, title, help, isRequired } = props
  const model = useForm()
  const all = findOffered(model, path, schema)
  const written = readPath(model.value, path)
  const value = written === undefined || written === null ? '' : String(written)
  const none =
    schema.default === undefined ? t('None') : t('Default: {byDefault}', { byDefault: String(schema.default) })
  const isKnown = value === '' || all.some((each) => each.value === value)
  const choices: Choices = [
    ['', none],
    ...(isKnown ? [] : [[value, t('{value} (does not exist)', { value })] as const]),
    ...all.map((each) => [each.value, each.title] as const),
  ]
  const isMissing = isRequired && value === '' && schema.default === undefined
  const problem = isMissing ? t('Choose a value.') : findProblemText(model, path)

  const select = (
    <ChoiceSelect
      id={buildFieldId(path)}
      labelText={isRequired && schema.default === undefined ? t('{title} - required', { title }) : title}
      helperText={joinHelp([help], schema.default)}
      value={value}
      {...buildErrorProps(buildFieldId(path), problem)}
      choices={choices}
      change={(chosen) => {
        const typed = schema.enum?.find((each) => String(each) === chosen) ?? chosen
        model.edit([buildEdit(model, props, chosen === '' ? undefined : typed)])
      }}
    />
  )
  const kinds = findReferenceKinds(model, path)
  if (!kinds) return select
  return (
    <div className="cds--form-item">
      {select}
      <ReferenceTools
        kinds={kinds}
        target={findTarget(model, path, value)}
        write={(name) => model.edit([buildEdit(model, props, name)])}
      />
    </div>
  )
}

interface ReferenceToolsProps {
  kinds: readonly string[]
  target: DocumentSummary | undefined
  write(name: string): void
}

/** Leads to the document that a field names, and creates another one. */
function ReferenceTools({ kinds, target, write }: ReferenceToolsProps) {
  const { documents, isWritable, reload } = useForm()
  const isCreated = newDocuments.some(({ kind }) => kinds.includes(kind))

  function choose(_: string, name: string) {
    reload()
    write(name)
  }

  return (
    <span className="document__tools reference__tools">
      {target && (
        <Button kind="ghost" size="sm" href={buildDocumentLink(target.file)}>
          {t('Open {title}', { title: target.title || target.name })}
        </Button>
      )}
      {isCreated && (
        <DialogButton
          kind="ghost"
          size="sm"
          renderIcon={Add}
          dialog={(close) => (
            <CreateDialog list={{ documents, isWritable }} kinds={kinds} close={close} done={choose} />
          )}
        >
          {t('Create a new one')}
        </DialogButton>
      )}
    </span>
  )
}
