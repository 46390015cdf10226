/** An assembly: policies in their order. A policy is moved by dragging it or with its buttons. */
import { Button, Select, SelectItem } from '@carbon/react'
import { Add, Draggable } from '@carbon/react/icons'
import { type DragEvent, useRef, useState } from 'react'

import { type JsonSchema, simplifySchema } from '../../schema/json-schema.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { EntryActions } from './entry-actions.tsx'

export function StepsField({ path, title, help }: FieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const steps = (Array.isArray(written) ? written : []) as Record<string, unknown>[]
  const policies = readPolicies(model.root)
  const [added, setAdded] = useState([...policies.keys()][0] ?? '')
  const [dragged, setDragged] = useState<number>()
  const source = useRef<number>(undefined)
  const listId = buildFieldId(path)

  function move(from: number, to: number) {
    if (from !== to) model.edit([{ do: 'move', path, from, to }])
  }

  function drop(event: DragEvent, to: number) {
    const from = source.current
    if (from === undefined) return
    event.preventDefault()
    event.stopPropagation()
    endDrag()
    move(from, to)
  }

  function endDrag() {
    source.current = undefined
    setDragged(undefined)
  }

  return (
    <fieldset className="document-form__inner">
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      <ol className="entries">
        {steps.map((step, index) => {
          const policy = Object.keys(step ?? {})[0] ?? ''
          const name = `policy ${index + 1}, ${policy}`
          const schema = policies.get(policy)
          const problem = findProblemText(model, [...path, index])
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: policies have no identity but their position
              key={index}
              className={dragged === index ? 'entry entry--dragged' : 'entry'}
              onDragOver={(event) => {
                if (source.current !== undefined) event.preventDefault()
              }}
              onDrop={(event) => drop(event, index)}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it move the policy as well */}
              <div
                className="entry__head"
                draggable
                onDragStart={(event) => {
                  event.stopPropagation()
                  event.dataTransfer.setData('text/plain', listId)
                  source.current = index
                  requestAnimationFrame(() => setDragged(source.current)) // a change of the page now would end the drag
                }}
                onDragEnd={endDrag}
              >
                <Draggable aria-hidden className="entry__handle" />
                <strong>{policy}</strong>
                <span className="entry__note">{String(readPath(step, [policy, 'title']) ?? '')}</span>
                <EntryActions
                  name={name}
                  index={index}
                  count={steps.length}
                  move={(to) => move(index, to)}
                  remove={() => model.edit([{ do: 'remove', path: [...path, index] }])}
                />
              </div>
              {problem && <p className="document-form__problem">{problem}</p>}
              <details className="entry__details">
                <summary>{`Settings of ${name}`}</summary>
                {schema ? (
                  <model.Field
                    path={[...path, index, policy]}
                    schema={schema}
                    isRequired
                    floor={path.length + 2}
                    title={policy}
                  />
                ) : (
                  <p className="document-form__help">The gateway does not know this policy.</p>
                )}
              </details>
            </li>
          )
        })}
      </ol>
      <div className="entry__add">
        <Select
          id={`${listId}-add`}
          size="sm"
          labelText={`Policy to add to ${title}`}
          value={added}
          onChange={(event) => setAdded(event.target.value)}
        >
          {[...policies.keys()].map((policy) => (
            <SelectItem key={policy} value={policy} text={policy} />
          ))}
        </Select>
        <Button
          kind="tertiary"
          size="sm"
          renderIcon={Add}
          onClick={() => {
            const settings = buildInitialValue(policies.get(added) ?? {}, model.root)
            model.edit([{ do: 'insert', path, index: steps.length, value: { [added]: settings } }])
          }}
        >
          {`Add to ${title}`}
        </Button>
      </div>
    </fieldset>
  )
}

/** Returns the schema of the settings of each policy that the gateway has. */
function readPolicies(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const variants = root.definitions?.steps?.items?.anyOf ?? []
  return new Map(
    variants.flatMap((variant) =>
      Object.entries(variant.properties ?? {}).map(
        ([policy, schema]) => [policy, simplifySchema(schema, root).schema] as const,
      ),
    ),
  )
}
