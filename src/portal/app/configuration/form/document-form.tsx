/** The form of a document, made from the schema and the layout of its kind. */
import { type ReactNode, useState } from 'react'
import type { FormField, DocumentForm as FormLayout } from '../../../../config/types/index.ts'
import type { JsonSchema } from '../../../../lib/json-schema/json-schema.ts'
import { ChoiceSelect } from '../../../../ui/forms/choices.tsx'
import { t, translateServed } from '../../../../ui/text/t.ts'
import { buildFieldId, matchesPath, readPath, type ValuePath } from '../schema/path-pattern.ts'
import { buildInitialValue, findNearestVariant, isDescribed, simplifySchema } from '../schema/simplify-schema.ts'
import { FieldView } from './field-view.tsx'
import { MemberFields } from './fields/member-fields.tsx'
import { FormContext, type FormModel, findFormField, useForm } from './model/form-context.ts'

/** Translates the layout of a form, which the server sends in English. Pure. */
export function translateForm(form: FormLayout): FormLayout {
  return {
    ...form,
    groups: form.groups.map((group) => ({
      ...group,
      title: translateServed(group.title),
      ...(group.help !== undefined && { help: translateServed(group.help) }),
      fields: group.fields.map(translateField),
    })),
    ...(form.words && { words: form.words.map(translateField) }),
  }
}

function translateField(field: FormField): FormField {
  const { title, help, values } = field
  return {
    ...field,
    ...(title !== undefined && { title: translateServed(title) }),
    ...(help !== undefined && { help: translateServed(help) }),
    ...(values && {
      values: Object.fromEntries(Object.entries(values).map(([value, name]) => [value, translateServed(name)])),
    }),
  }
}

export function DocumentForm(model: FormModel) {
  const { root, value, form, problems } = model
  const { variants } = simplifySchema(root, root)
  const schema = findNearestVariant(value, variants, root) ?? root
  const { groups } = form
  const shown = groups.flatMap(({ fields }) => fields.map(({ path }) => path))

  return (
    <FormContext value={{ ...model, Field: FieldView }}>
      <div className="document-form">
        {groups.map(({ title, help, fields }) => {
          const present = fields.flatMap((field) => renderField(field, schema, variants, root))
          // A field that is a group itself shows the title.
          const isRepeated = present.length === 1 && fields.every((field) => field.title === title)
          return (
            present.length > 0 && (
              <FormGroup
                key={title}
                title={title}
                help={help}
                hidesTitle={isRepeated}
                isFolded={groups.length > maxOpenGroups && title !== groups[0]?.title}
                hasProblem={problems.some(({ path }) =>
                  isListed(
                    path,
                    fields.map((field) => `${field.path}/**`),
                  ),
                )}
              >
                {present}
              </FormGroup>
            )
          )
        })}
        <details className="document-form__more" open={groups.length === 0}>
          <summary>{t('More settings')}</summary>
          <div className="document-form__fields">
            <MemberFields path={[]} schema={schema} floor={0} isShown={(path) => !isListed(path, shown)} />
          </div>
        </details>
      </div>
    </FormContext>
  )
}

/** A form with more groups shows the first one; the others are opened one by one. */
const maxOpenGroups = 6

interface FormGroupProps {
  title: string
  help: string | undefined
  hidesTitle: boolean
  isFolded: boolean
  /** A group with a problem is open. */
  hasProblem: boolean
  children: ReactNode
}

function FormGroup({ title, help, hidesTitle, isFolded, hasProblem, children }: FormGroupProps) {
  const [isOpen, setOpen] = useState(!isFolded)
  const content = (
    <div className="document-form__fields">
      {help && <p className="document-form__help">{help}</p>}
      {children}
    </div>
  )
  return (
    <fieldset className="document-form__group">
      <legend className={hidesTitle || isFolded ? 'cds--visually-hidden' : 'document-form__title'}>{title}</legend>
      {isFolded ? (
        <details
          className="document-form__more"
          open={isOpen || hasProblem}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{title}</summary>
          {content}
        </details>
      ) : (
        content
      )}
    </fieldset>
  )
}

/** Returns a field of the form; nothing when the schema has no such member. */
function renderField(
  { path, beside }: FormField,
  schema: JsonSchema,
  variants: readonly JsonSchema[],
  root: JsonSchema,
): ReactNode[] {
  const steps = path.split('/')
  const isOpen = beside !== undefined && schema.properties?.[beside] !== undefined
  const found = findMember(schema, steps, root) ?? (isOpen ? { schema: {}, isRequired: false } : undefined)
  if (!found) return []
  const isDiscriminator = found.schema.const !== undefined && variants.length > 0
  return [
    isDiscriminator ? (
      <VariantField key={path} path={steps} variants={variants} />
    ) : (
      <FieldView key={path} path={steps} schema={found.schema} isRequired={found.isRequired} floor={0} />
    ),
  ]
}

function findMember(
  schema: JsonSchema,
  [step = '', ...rest]: readonly string[],
  root: JsonSchema,
): { schema: JsonSchema; isRequired: boolean } | undefined {
  const own = simplifySchema(schema, root).schema
  const member = own.properties?.[step]
  if (!member || !isDescribed(member)) return undefined
  if (rest.length > 0) return findMember(member, rest, root)
  return { schema: member, isRequired: own.required?.includes(step) ?? false }
}

function isListed(path: ValuePath, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesPath(path, pattern.split('/')))
}

/** The member that selects the shape of a whole document, such as the type of a user registry. */
function VariantField({ path, variants }: { path: ValuePath; variants: readonly JsonSchema[] }) {
  const model = useForm()
  const name = String(path[0])
  const words = findFormField(model, path)
  const value = String(readPath(model.value, path) ?? '')
  const types = variants.map(({ properties }) => properties?.[name]?.const).filter((type) => typeof type === 'string')

  /** Writes the type and the required members of its shape; removes members that the shape does not have. */
  function choose(type: string) {
    const variant = variants.find((each) => each.properties?.[name]?.const === type)
    if (!variant) return
    const document = model.value as Record<string, unknown>
    const required = buildInitialValue(variant, model.root) as Record<string, unknown>
    model.edit([
      { do: 'set', path, value: type },
      ...Object.keys(document)
        .filter((member) => !variant.properties?.[member])
        .map((member) => ({ do: 'remove', path: [member] }) as const),
      ...Object.entries(required)
        .filter(([member]) => !(member in document))
        .map(([member, initial]) => ({ do: 'set', path: [member], value: initial }) as const),
    ])
  }

  return (
    <ChoiceSelect
      id={buildFieldId(path)}
      labelText={words?.title ?? name}
      value={value}
      choices={types.map((type) => [type, words?.values?.[type] ?? type])}
      change={choose}
    />
  )
}
