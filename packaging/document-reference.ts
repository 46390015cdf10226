/** Renders the reference of a kind of document in Markdown: a table of its members, from its schema. */

export type Schema = Readonly<Record<string, unknown>>

/** Returns the schema of a kind of document whose types have schemas of their own, such as user registries, for a type. */
export function selectType(schema: Schema, type: string | undefined): Schema {
  const hasType = ({ properties }: Schema) =>
    Object.values(properties as Record<string, Schema>).some((each) => type !== undefined && each.const === type)
  return (schema.anyOf as readonly Schema[] | undefined)?.find(hasType) ?? schema
}

/** The columns of a table of members. */
export const memberTitles = ['member', 'default', 'meaning']

/**
 * Returns the rows of the members of an object that have a meaning, those of objects inside it below them. Members of
 * the items of a list follow `[]`, those of the values of a map `.*`.
 */
export function listMemberRows(schema: Schema, path = ''): string[][] {
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) => {
    if (member['x-ignored'] === true) return []
    const at = `${path}${name}`
    const own = renderMeaning(member)
    const row = own === '' ? [] : [[`\`${at}\``, renderDefault(member, required.includes(name)), own]]
    return [...row, ...listInnerRows(member, at)]
  })
}

function listInnerRows(member: Schema, at: string): string[][] {
  const { items, patternProperties, anyOf } = member as {
    items?: Schema
    patternProperties?: Record<string, Schema>
    anyOf?: readonly Schema[]
  }
  if (items) return [...listMemberRows(items, `${at}[].`)]
  if (patternProperties) return Object.values(patternProperties).flatMap((each) => listInnerRows(each, `${at}.*`))
  const objects = anyOf?.filter((each) => each.type === 'object') ?? [member]
  return objects.flatMap((each) => listMemberRows(each, `${at}.`))
}

function renderDefault({ default: value }: Schema, isRequired: boolean): string {
  if (value === undefined || value === '') return isRequired ? 'required' : ''
  if (Array.isArray(value)) return `\`[${value.join(', ')}]\``
  return typeof value === 'object' ? '' : `\`${value}\``
}

function renderMeaning(member: Schema): string {
  const { description } = member as { description?: string }
  if (description === undefined) return ''
  const accepted = renderAccepted((member.items ?? member) as Schema, member.items ? 'Any' : 'One')
  return `${description.replace(/\.?$/, '.')}${accepted && ` ${accepted}`}`
}

function renderAccepted({ enum: values, minimum, maximum, exclusiveMinimum: above }: Schema, choice: string): string {
  if (Array.isArray(values)) return `${choice} of ${values.map((each) => `\`${each}\``).join(', ')}.`
  if (maximum === undefined) return ''
  return above === undefined ? `${minimum ?? 0} to ${maximum}.` : `More than ${above}, at most ${maximum}.`
}
