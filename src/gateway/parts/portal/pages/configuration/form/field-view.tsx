/** The field for a value: the table from the type of a field to its component. */
import { Checkbox } from '@carbon/react'
import type { ComponentType } from 'react'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { type FieldType, findFieldType } from '../schema/find-field-type.ts'
import { findMemberTitle } from '../schema/member-titles.ts'
import { buildFieldId, matchesPath, readPath, type ValuePath } from '../schema/path-pattern.ts'
import { buildInitialValue, isReference, simplifySchema } from '../schema/simplify-schema.ts'
import { ChoiceField, ChoicesField } from './fields/choice-field.tsx'
import { ListEntries } from './fields/list-entries.tsx'
import { MapField } from './fields/map-field.tsx'
import { FieldGroup, MemberFields, VariantsField } from './fields/member-fields.tsx'
import { RequirementsField } from './fields/requirements-field.tsx'
import { StepsField } from './fields/steps-field.tsx'
import { joinHelp, TextField, TextsField } from './fields/text-field.tsx'
import {
  buildEdit,
  type FieldProps,
  type FieldViewProps,
  findChoices,
  findFormField,
  findProblemText,
  useForm,
} from './model/form-context.ts'
import { PathsField } from './openapi/paths-field.tsx'
import { SchemaChoiceField } from './openapi/schema-choice-field.tsx'
import { SchemasField } from './openapi/schemas-field.tsx'

const fields: Readonly<Record<FieldType, ComponentType<FieldProps>>> = {
  text: TextField,
  number: TextField,
  boolean: BooleanField,
  choice: ChoiceField,
  constant: () => null,
  choices: ChoicesField,
  texts: TextsField,
  group: GroupField,
  map: MapField,
  list: ListField,
  steps: StepsField,
  variants: VariantsField,
  other: OtherField,
}

/** The values of an API document that have a field of their own. */
const apiFields: readonly (readonly [path: readonly string[], field: ComponentType<FieldProps>])[] = [
  [['security'], RequirementsField],
  [['paths'], PathsField],
  [['paths', '**', 'schema'], SchemaChoiceField],
  [['definitions'], SchemasField],
  [['components', 'schemas'], SchemasField],
]

function findApiField(path: ValuePath): ComponentType<FieldProps> | undefined {
  return apiFields.find(([pattern]) => matchesPath(path, pattern))?.[1]
}

export function FieldView({ path, schema: given, isRequired, floor, title, isShown }: FieldViewProps) {
  const model = useForm()
  const { kind, root, value } = model
  const { schema, variants } = simplifySchema(given, root)
  const words = findFormField(model, path)
  const props = {
    path,
    schema,
    variants,
    isRequired,
    floor,
    isShown,
    title: title ?? words?.title ?? findMemberTitle(String(path.at(-1))),
    help: words?.help ?? describeMember(schema.description),
  }
  const OwnField = kind === 'api' && findApiField(path)
  if (OwnField) return <OwnField {...props} />

  const isSteps = given.$ref === '#/definitions/steps'
  const type = isSteps ? 'steps' : findFieldType(schema, variants)
  // A reference such as $env{NAME} may stand for a value of any type.
  const isWrittenAsText = isReference(readPath(value, path)) && type !== 'text'
  const hasChoices = type === 'text' && findChoices(model, path) !== undefined
  const hasManyChoices = type === 'texts' && findChoices(model, [...path, '0']) !== undefined
  const Field = isWrittenAsText ? TextField : hasChoices ? ChoiceField : hasManyChoices ? ChoicesField : fields[type]
  return <Field {...props} />
}

/** A member whose shape a form cannot show. */
function OtherField({ title }: FieldProps) {
  return <p className="document-form__help">{t('{title}: change it in the YAML.', { title })}</p>
}

/** The fields of a map whose members the schema lists. */
function GroupField({ path, schema, title, help, floor, isShown }: FieldProps) {
  return (
    <FieldGroup path={path} title={title} help={help}>
      <MemberFields path={path} schema={schema} floor={floor} {...(isShown && { isShown })} />
    </FieldGroup>
  )
}

/** A field for yes or no. An absent member has its default. */
function BooleanField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const value = readPath(model.value, path) ?? schema.default ?? false
  const problem = findProblemText(model, path)

  return (
    <Checkbox
      id={buildFieldId(path)}
      labelText={title}
      helperText={joinHelp([help], schema.default ?? false)}
      checked={value === true}
      invalid={problem !== undefined}
      invalidText={problem}
      onChange={(_, { checked }) => model.edit([buildEdit(model, props, checked)])}
    />
  )
}

/** Returns the description of a schema as help; undefined for one that only names a type, such as "a duration". */
function describeMember(description = ''): string | undefined {
  return description === '' || /^a [a-z]/.test(description) ? undefined : description
}

/** A list whose items have a shape of their own. */
function ListField({ path, schema: { items = {} }, title, help, isShown }: FieldProps) {
  const { value, root, Field } = useForm()
  const written = readPath(value, path)

  return (
    <FieldGroup path={path} title={title} help={help}>
      <ListEntries
        path={path}
        title={title}
        items={Array.isArray(written) ? written : []}
        nameOf={(number) => [`${title} ${number}`, `${title} ${number}`]}
        render={(_, at, name) => (
          <Field path={at} schema={items} isRequired floor={path.length + 1} title={name} isShown={isShown} />
        )}
        initial={() => buildInitialValue(items, root)}
      />
    </FieldGroup>
  )
}
