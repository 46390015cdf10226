/** Shows a schema as a tree. Members of members unfold on demand, so that recursive schemas can be read as well. */
import { ChevronRight } from '@carbon/react/icons'
import { useState } from 'react'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import type { SchemaView } from '../../rest/index.ts'
import { Markdown } from '../text/markdown.tsx'
import { listSchemaMembers, readSchemaRoot, type SchemaNode } from './schema-nodes.ts'

export interface SchemaTreeProps {
  /** The index of the schema in `schemas`. */
  index: number
  schemas: readonly SchemaView[]
}

export function SchemaTree({ index, schemas }: SchemaTreeProps) {
  const root = readSchemaRoot(index, schemas)
  return (
    <div className="schema">
      <p className="schema__root">
        <span className="schema__type">{root.type}</span>
        <Rules node={root} />
      </p>
      <Markdown text={root.description} headingLevel={5} />
      {root.hasMembers && <Members node={root} schemas={schemas} />}
    </div>
  )
}

function Members({ node, schemas }: { node: SchemaNode; schemas: readonly SchemaView[] }) {
  return (
    <ul className="schema__members">
      {listSchemaMembers(node, schemas).map((member) => (
        <li key={`${member.isMember} ${member.name}`} className="schema__member">
          <Member node={member} schemas={schemas} />
        </li>
      ))}
    </ul>
  )
}

function Member({ node, schemas }: { node: SchemaNode; schemas: readonly SchemaView[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = (
    <>
      <code className={node.isMember ? 'schema__name' : 'schema__name schema__name--other'}>{node.name}</code>
      <span className="schema__type">{node.type}</span>
    </>
  )
  return (
    <>
      <div className="schema__head">
        {node.hasMembers ? (
          <button type="button" className="schema__toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <ChevronRight className="schema__chevron" />
            {name}
          </button>
        ) : (
          name
        )}
        {node.isRequired && <span className="schema__required">{t('required')}</span>}
        {node.isDeprecated && <span className="schema__deprecated">{t('deprecated')}</span>}
      </div>
      <Markdown text={node.description} headingLevel={5} />
      <p className="schema__notes">
        <Rules node={node} />
      </p>
      {isOpen && <Members node={node} schemas={schemas} />}
    </>
  )
}

/** More accepted values than this are cut off. */
const maxValues = 40

function Rules({ node: { rules, values, example } }: { node: SchemaNode }) {
  return (
    <>
      {rules.length > 0 && <span className="schema__rule">{rules.join(', ')}</span>}
      {values.length > 0 && (
        <span className="schema__rule">
          {tElements(values.length > maxValues ? 'one of {values} and {count} more' : 'one of {values}', {
            values: values.slice(0, maxValues).map((value) => (
              <code key={value} className="schema__value">
                {value}
              </code>
            )),
            count: values.length - maxValues,
          })}
        </span>
      )}
      {example !== undefined && (
        <span className="schema__rule">
          {tElements('example {example}', { example: <code className="schema__value">{example}</code> })}
        </span>
      )}
    </>
  )
}
