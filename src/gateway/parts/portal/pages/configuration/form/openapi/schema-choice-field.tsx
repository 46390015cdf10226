/** Chooses the schema of a parameter, a body or a property: a plain type, a schema of the document, or a list of one. */
import { Select, SelectItem, SelectItemGroup } from '@carbon/react'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { buildEdit, buildErrorProps, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { buildSchemaChoice, listSchemaChoices, readSchemaChoice } from './openapi-edits.ts'

export interface SchemaChoiceFieldProps extends Pick<FieldProps, 'path' | 'floor' | 'title' | 'isRequired'> {
  /** Whether a heading of a table shows what the field is. */
  hasHeading?: boolean
}

export function SchemaChoiceField({ path, floor, title, isRequired, hasHeading = false }: SchemaChoiceFieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const value = readSchemaChoice(written, model.value)
  const choices = listSchemaChoices(model.value)
  const [single, lists] = [choices.slice(0, choices.length / 2), choices.slice(choices.length / 2)]
  const id = buildFieldId(path)

  return (
    <Select
      id={id}
      size={hasHeading ? 'sm' : 'md'}
      labelText={title}
      hideLabel={hasHeading}
      value={value}
      {...buildErrorProps(id, findProblemText(model, path))}
      onChange={(event) => {
        const next = buildSchemaChoice(event.target.value, written, model.value)
        model.edit([buildEdit(model, { path, floor }, next)])
      }}
    >
      {(!isRequired || value === '') && <SelectItem value="" text={t('None')} />}
      {value === 'inline' && <SelectItem value="inline" text={t('As written in the YAML')} />}
      <SelectItemGroup label={t('One value')}>
        {single.map((each) => (
          <SelectItem key={each.value} value={each.value} text={each.title} />
        ))}
      </SelectItemGroup>
      <SelectItemGroup label={t('Lists')}>
        {lists.map((each) => (
          <SelectItem key={each.value} value={each.value} text={each.title} />
        ))}
      </SelectItemGroup>
    </Select>
  )
}
