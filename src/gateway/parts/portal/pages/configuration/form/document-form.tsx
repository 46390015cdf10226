/** The form of a document, made from the schema and the layout of its kind. */
import { Button } from '@carbon/react'
import { type ReactNode, useState } from 'react'
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'
import { ChoiceSelect } from '../../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { FormField } from '../../../../../config/types/index.ts'
import { buildFieldId, isWithin, matchesPath, readPath, type ValuePath } from '../schema/path-pattern.ts'
import { buildInitialValue, findNearestVariant, isDescribed, simplifySchema } from '../schema/simplify-schema.ts'
import { FieldView } from './field-view.tsx'
import { MemberFields } from './fields/member-fields.tsx'
import { FormContext, type FormModel, findFormField, useForm } from './model/form-context.ts'
import { type SummarizedField, summarizeFields } from './model/summarize-fields.ts'

/** A form with more groups begins with the first one open; the others show in a line what they hold. */
const maxOpenGroups = 3

export function DocumentForm(model: FormModel) {
  const { root, value, form, problems } = model
  const { variants } = simplifySchema(root, root)
  const schema = findNearestVariant(value, variants, root) ?? root
  const listed = form.groups.flatMap(({ fields }) => fields.map(({ path }) => path))
  const isRest = (path: ValuePath) => !isListed(path, listed)
  const rest = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    isDescribed(member) && !listed.some((path) => path.split('/')[0] === name)
      ? [{ path: [name], schema: member }]
      : [],
  )
  const groups = form.groups
    .map(({ title, help, fields }) => ({
      title: title,
      help: help && help,
      found: fields.flatMap((field) => findField(field, schema, root)),
    }))
    .filter(({ found }) => found.length > 0)
  const titles = [...groups.map(({ title }) => title), t('More settings')]
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(groups.length > maxOpenGroups ? titles.slice(0, 1) : titles.slice(0, groups.length || 1)),
  )
  const isAllOpen = titles.every((title) => open.has(title))

  function toggle(title: string, isOpen: boolean) {
    setOpen((before) => (isOpen ? new Set([...before, title]) : new Set([...before].filter((each) => each !== title))))
  }

  return (
    <FormContext value={{ ...model, Field: FieldView }}>
      <div className="document-form">
        <div className="document-form__tools">
          <Button kind="ghost" size="sm" onClick={() => setOpen(new Set(isAllOpen ? [] : titles))}>
            {isAllOpen ? t('Fold all groups') : t('Open all groups')}
          </Button>
        </div>
        {groups.map(({ title, help, found }) => (
          <FormGroup
            key={title}
            title={title}
            help={help}
            summary={summarizeFields(model, found)}
            // A field that is a group itself has the same title.
            isSingle={found.length === 1}
            isOpen={open.has(title) || problems.some((each) => found.some(({ path }) => isWithin(each.path, path)))}
            toggle={(isOpen) => toggle(title, isOpen)}
          >
            {found.map((field) => (
              <GroupField key={field.path.join('/')} {...field} variants={variants} />
            ))}
          </FormGroup>
        ))}
        <FormGroup
          title={t('More settings')}
          summary={summarizeFields(model, rest)}
          isOpen={open.has(t('More settings'))}
          toggle={(isOpen) => toggle(t('More settings'), isOpen)}
        >
          <MemberFields path={[]} schema={schema} floor={0} isShown={isRest} />
        </FormGroup>
      </div>
    </FormContext>
  )
}

interface FormGroupProps {
  title: string
  help?: string | undefined
  /** What the group holds, in one line that is shown while it is folded. */
  summary: string
  isSingle?: boolean
  isOpen: boolean
  toggle(isOpen: boolean): void
  children: ReactNode
}

/** A group of fields on a card that folds. */
function FormGroup({ title, help, summary, isSingle = false, isOpen, toggle, children }: FormGroupProps) {
  return (
    <details
      className={`document-form__group cds--layer-two${isSingle ? ' document-form__group--single' : ''}`}
      open={isOpen}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
    >
      <summary>
        <span className="document-form__title">{title}</span>
        {!isOpen && <span className="document-form__summary">{summary}</span>}
      </summary>
      {isOpen && (
        <div className="document-form__fields">
          {help && <p className="document-form__help">{help}</p>}
          {children}
        </div>
      )}
    </details>
  )
}

interface FoundField extends SummarizedField {
  isRequired: boolean
}

function GroupField({ path, schema, isRequired, variants }: FoundField & { variants: readonly JsonSchema[] }) {
  if (schema.const !== undefined && variants.length > 0) return <VariantField path={path} variants={variants} />
  return <FieldView path={path} schema={schema} isRequired={isRequired} floor={0} />
}

/** Returns a field of the form; nothing when the schema has no such member. */
function findField({ path, beside }: FormField, schema: JsonSchema, root: JsonSchema): FoundField[] {
  const steps = path.split('/')
  const isOpen = beside !== undefined && schema.properties?.[beside] !== undefined
  const found = findMember(schema, steps, root) ?? (isOpen ? { schema: {}, isRequired: false } : undefined)
  return found ? [{ path: steps, ...found }] : []
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
