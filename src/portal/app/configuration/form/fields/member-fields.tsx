/** The fields for the members of a map whose names the schema lists. */
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { matchesPath, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { isDescribed, simplifySchema } from '../../schema/simplify-schema.ts'
import { useForm } from '../model/form-context.ts'

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
