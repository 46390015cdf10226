/** An assembly: policies in their order. A policy is moved by dragging it or with its buttons. */
import { Draggable } from '@carbon/react/icons'
import { type DragEvent, useRef, useState } from 'react'
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { t } from '../../../../../ui/text/t.ts'
import { AssemblyPicture } from '../../assembly/assembly-picture.tsx'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { buildInitialValue, simplifySchema } from '../../schema/simplify-schema.ts'
import { type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { AddChoice, EntryActions } from './list-entries.tsx'
import { FieldGroup } from './member-fields.tsx'

export function StepsField({ path, title, help }: FieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const steps = (Array.isArray(written) ? written : []) as Record<string, unknown>[]
  const policies = readPolicies(model.root)
  const [dragged, setDragged] = useState<number>()
  const source = useRef<number>(undefined)
  const listId = buildFieldId(path)

  function move(from: number, to: number) {
    if (from !== to) model.edit([{ do: 'move', path, from, to }])
  }

  function drop(event: DragEvent, to: number, from = source.current) {
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
    <FieldGroup path={path} title={title} help={help}>
      <AssemblyPicture document={model.value} execute={path} />
      <ol className="entries">
        {steps.map((step, index) => {
          const policy = Object.keys(step ?? {})[0] ?? ''
          const name = t('policy {number}, {policy}', { number: index + 1, policy })
          const problem = findProblemText(model, [...path, index])
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: policies have no identity but their position
              key={index}
              id={`${buildFieldId([...path, index])}-entry`}
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
              <StepSettings name={name} path={[...path, index, policy]} schema={policies.get(policy)} />
            </li>
          )
        })}
      </ol>
      <AddStep title={title} path={path} index={steps.length} policies={policies} />
    </FieldGroup>
  )
}

/** The settings of a policy; a note for a policy that the gateway does not know. */
function StepSettings({ name, path, schema }: { name: string; path: ValuePath; schema: JsonSchema | undefined }) {
  const { Field } = useForm()
  return (
    <details className="entry__details">
      <summary>{t('Settings of {name}', { name })}</summary>
      {schema ? (
        <Field path={path} schema={schema} isRequired floor={path.length} title={String(path.at(-1))} />
      ) : (
        <p className="document-form__help">{t('The gateway does not know this policy.')}</p>
      )}
    </details>
  )
}

interface AddStepProps {
  /** The title and the path of the list of policies, and the position of the new one. */
  title: string
  path: ValuePath
  index: number
  policies: ReadonlyMap<string, JsonSchema>
}

/** Chooses a policy and adds it to the end of the list. */
function AddStep({ title, path, index, policies }: AddStepProps) {
  const model = useForm()
  const [added, setAdded] = useState([...policies.keys()][0] ?? '')
  return (
    <AddChoice
      id={`${buildFieldId(path)}-add`}
      label={t('Policy to add to {title}', { title })}
      choices={[...policies.keys()].map((policy) => [policy, policy])}
      chosen={added}
      choose={setAdded}
      action={t('Add to {title}', { title })}
      add={() => {
        const settings = buildInitialValue(policies.get(added) ?? {}, model.root)
        model.edit([{ do: 'insert', path, index, value: { [added]: settings } }])
      }}
    />
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
