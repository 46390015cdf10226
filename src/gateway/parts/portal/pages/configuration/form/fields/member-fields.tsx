/** The fields for the members of a map whose names the schema lists. */
import { Select, SelectItem } from '@carbon/react'
import type { ReactNode } from 'react'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { findMemberTitle } from '../../schema/member-titles.ts'
import { buildFieldId, matchesPath, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { buildInitialValue, findVariant, isDescribed, simplifySchema } from '../../schema/simplify-schema.ts'
import { type FieldProps, findProblemText, useForm } from '../model/form-context.ts'

interface FieldGroupProps {
  path: ValuePath
  title: string
  help?: string | undefined
  /** Whether the problems of the values inside are shown here, because no field of theirs shows them. */
  showsInner?: boolean
  children: ReactNode
}

/** A part of the form with a title: the members, the items or the entries of one value, and the problem of the value itself. */
export function FieldGroup({ path, title, help, showsInner = false, children }: FieldGroupProps) {
  const model = useForm()
  const problems = model.problems.filter((each) => showsInner || each.path.length === path.length)
  const problem = findProblemText({ ...model, problems }, path)
  return (
    <fieldset className="document-form__inner" id={`${buildFieldId(path)}-entry`}>
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      {problem && <p className="document-form__problem">{problem}</p>}
      <div className="document-form__fields">{children}</div>
    </fieldset>
  )
}

/** A value that can have several shapes: the shape is chosen, then its members. */
export function VariantsField({ path, variants, title, isRequired, isShown }: FieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const index = written === undefined ? -1 : findVariant(written, variants, model.root)
  const chosen = variants[index]

  return (
    <div className="document-form__variants">
      <Select
        id={`${buildFieldId(path)}-shape`}
        labelText={t('Type of {title}', { title })}
        value={String(index)}
        onChange={(event) => {
          const next = variants[Number(event.target.value)]
          model.edit([next ? { do: 'set', path, value: buildInitialValue(next, model.root) } : { do: 'remove', path }])
        }}
      >
        {(!isRequired || index === -1) && <SelectItem value="-1" text={t('None')} />}
        {variants.map((variant, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the variants of a schema have no other identity
          <SelectItem key={place} value={String(place)} text={titleOf(variant, model.root)} />
        ))}
      </Select>
      {chosen && (
        <model.Field
          path={path}
          schema={chosen}
          isRequired={isRequired}
          floor={path.length}
          title={title}
          isShown={isShown}
        />
      )}
    </div>
  )
}

/** Returns the constant that identifies a variant, or the members that it must have. */
function titleOf(variant: JsonSchema, root: JsonSchema): string {
  const { schema } = simplifySchema(variant, root)
  const constant = Object.entries(schema.properties ?? {}).find(([, each]) => typeof each.const === 'string')
  if (constant) return String(constant[1].const)
  if (schema.required && schema.required.length > 0)
    return schema.required.map((name) => findMemberTitle(name)).join(', ')
  return String(schema.type ?? 'value')
}

export interface MemberFieldsProps {
  path: ValuePath
  schema: JsonSchema
  floor: number
  /** Returns whether the form shows a member here. */
  isShown?: (path: ValuePath) => boolean
}

export function MemberFields({ path, schema, floor, isShown: isWanted = () => true }: MemberFieldsProps) {
  const { form, root, value, Field } = useForm()
  const { hidden = [] } = form
  const isShown = (at: ValuePath) => isWanted(at) && !hidden.some((each) => matchesPath(at, each.split('/')))
  // The members that a map must have are required only when there is the map.
  const isPresent = path.length === 0 || readPath(value, path) !== undefined
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name, member]) => isDescribed(member) && isShown([...path, name]),
  )
  return (
    <>
      {members.map(([name, member]) => {
        const inner = simplifySchema(member, root).schema
        if (inner.type === 'object' && inner.properties && !hasShownMember([...path, name], inner, isShown)) return null
        return (
          <Field
            key={name}
            path={[...path, name]}
            schema={member}
            isRequired={isPresent && (schema.required?.includes(name) ?? false)}
            floor={floor}
            isShown={isShown}
          />
        )
      })}
    </>
  )
}

/** Returns whether a group has a field to show, so that groups that are shown elsewhere do not appear empty. */
function hasShownMember(
  path: ValuePath,
  { properties = {} }: JsonSchema,
  isShown: (path: ValuePath) => boolean,
): boolean {
  return Object.entries(properties).some(([name, member]) => {
    if (!isDescribed(member) || member.const !== undefined || !isShown([...path, name])) return false
    return !member.properties || hasShownMember([...path, name], member, isShown)
  })
}
