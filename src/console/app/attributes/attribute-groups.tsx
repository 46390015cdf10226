/** Input fields for attributes, in groups with headings. */
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { groupAttributes } from '../wording/index.ts'
import { AttributeField } from './attribute-field.tsx'

export interface AttributeGroupsProps {
  kind: string
  attributes: readonly AttributeDefinition[]
  /** Omits the headings. */
  flat?: boolean
  required?: readonly string[]
  textOf(attribute: AttributeDefinition): string | undefined
  /** Returns why a field must be changed before the form can be submitted; empty when it need not. */
  errorOf?(keyword: string): string
  change(keyword: string, text: string): void
}

export function AttributeGroups({
  kind,
  attributes,
  flat = false,
  required = [],
  textOf,
  errorOf,
  change,
}: AttributeGroupsProps) {
  const fields = (some: readonly AttributeDefinition[]) =>
    some.map((attribute) => (
      <AttributeField
        key={attribute.keyword}
        kind={kind}
        attribute={attribute}
        text={textOf(attribute)}
        required={required.includes(attribute.keyword)}
        {...(errorOf && { error: errorOf(attribute.keyword) })}
        change={(text) => change(attribute.keyword, text)}
      />
    ))

  if (flat) return <div className="fields">{fields(attributes)}</div>
  return groupAttributes(kind, attributes).map(([group, some]) => (
    <section key={group} className="group">
      <h2 className="group__title">{group}</h2>
      <div className="fields">{fields(some)}</div>
    </section>
  ))
}
