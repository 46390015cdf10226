/** Fields of attributes, in groups with headings. */
import type { Attribute } from '../api/kinds.ts'
import { grouped } from '../words/index.ts'
import { Field } from './field.tsx'

export interface GroupsProps {
  kind: string
  attributes: readonly Attribute[]
  /** Without headings. */
  flat?: boolean
  required?: readonly string[]
  textOf(attribute: Attribute): string | undefined
  change(keyword: string, text: string): void
}

export function Groups({ kind, attributes, flat = false, required = [], textOf, change }: GroupsProps) {
  const fields = (some: readonly Attribute[]) =>
    some.map((attribute) => (
      <Field
        key={attribute.keyword}
        kind={kind}
        attribute={attribute}
        text={textOf(attribute)}
        required={required.includes(attribute.keyword)}
        change={(text) => change(attribute.keyword, text)}
      />
    ))

  if (flat) return <div className="fields">{fields(attributes)}</div>
  return grouped(kind, attributes).map(([group, some]) => (
    <section key={group} className="group">
      <h2 className="group__title">{group}</h2>
      <div className="fields">{fields(some)}</div>
    </section>
  ))
}
