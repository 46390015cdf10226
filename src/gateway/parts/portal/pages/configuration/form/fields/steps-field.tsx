/** An assembly as a flow of cards: policies in their order, with the branches of conditions inside. */
import { Draggable } from '@carbon/react/icons'
import { type DragEvent, useRef, useState } from 'react'
import { isJsonObject, type JsonObject } from '../../../../../../../shared/lib/collections/json-object.ts'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { buildInitialValue, simplifySchema } from '../../schema/simplify-schema.ts'
import { type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { AddChoice, EntryActions } from './list-entries.tsx'
import { FieldGroup } from './member-fields.tsx'
import { Unfolding } from './unfolding.tsx'

/** A policy is moved by dragging it or with its buttons. */
export function StepsField({ path, title, help }: Pick<FieldProps, 'path' | 'title' | 'help'>) {
  const model = useForm()
  const written = readPath(model.value, path)
  const steps = (Array.isArray(written) ? written : []) as Record<string, unknown>[]
  const policies = readPolicies(model.root)
  const [dragged, setDragged] = useState<number>()
  const source = useRef<number>(undefined)

  function drop(event: DragEvent, to: number, from = source.current) {
    if (from === undefined) return
    event.preventDefault()
    event.stopPropagation()
    endDrag()
    if (from !== to) model.edit([{ do: 'move', path, from, to }])
  }

  function endDrag() {
    source.current = undefined
    setDragged(undefined)
  }

  return (
    <FieldGroup path={path} title={title} help={help}>
      <ol className="flow__steps">
        {steps.map((step, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: policies have no identity but their position
            key={index}
            id={`${buildFieldId([...path, index])}-entry`}
            className={dragged === index ? 'flow__step entry--dragged' : 'flow__step'}
            onDragOver={(event) => {
              if (source.current !== undefined) event.preventDefault()
            }}
            onDrop={(event) => drop(event, index)}
            onDragStart={(event) => {
              event.stopPropagation()
              event.dataTransfer.setData('text/plain', buildFieldId(path))
              source.current = index
              requestAnimationFrame(() => setDragged(source.current)) // a change of the page now would end the drag
            }}
            onDragEnd={endDrag}
          >
            <StepCard list={path} index={index} step={step} count={steps.length} policies={policies} />
          </li>
        ))}
      </ol>
      <AddStep title={title} path={path} index={steps.length} policies={policies} />
    </FieldGroup>
  )
}

interface StepCardProps {
  /** The path of the list of policies, and the position in it. */
  list: ValuePath
  index: number
  count: number
  step: unknown
  policies: ReadonlyMap<string, JsonSchema>
}

/** A policy with what it calls, its settings on request, and the policies of its branches. */
function StepCard({ list, index, count, step, policies }: StepCardProps) {
  const model = useForm()
  const [policy = '', settings] = isJsonObject(step) ? (Object.entries(step)[0] ?? []) : []
  const name = t('policy {number}, {policy}', { number: index + 1, policy })
  const at = [...list, index]
  const path = [...at, policy]
  const problem = findProblemText(model, at)
  const schema = policies.get(policy)
  const branches = listBranches(settings)
  // The lists of the branches are shown below the settings.
  const isShown = (member: ValuePath) => !branches.some((branch) => [...path, ...branch.path].join() === member.join())

  return (
    <div className="flow__node">
      <div className="entry__head" draggable>
        <Draggable aria-hidden className="entry__handle" />
        <strong>{policy}</strong>
        <span className="entry__note">{String(readPath(settings, ['title']) ?? '')}</span>
        <EntryActions
          name={name}
          index={index}
          count={count}
          move={(to) => model.edit([{ do: 'move', path: list, from: index, to }])}
          remove={() => model.edit([{ do: 'remove', path: at }])}
        />
      </div>
      {typeof readPath(settings, ['target-url']) === 'string' && (
        <code className="flow__title">{String(readPath(settings, ['target-url']))}</code>
      )}
      {problem && <p className="document-form__problem">{problem}</p>}
      <Unfolding
        path={path}
        summary={t('Settings of {name}', { name })}
        render={() =>
          schema ? (
            <model.Field path={path} schema={schema} isRequired floor={path.length} title={policy} isShown={isShown} />
          ) : (
            <p className="document-form__help">{t('The gateway does not know this policy.')}</p>
          )
        }
      />
      {branches.length > 0 && (
        <div className="flow__branches">
          {branches.map((branch) => (
            <div className="flow__branch" key={branch.path.join('.')}>
              <p className="flow__label">{branch.label}</p>
              <StepsField path={[...path, ...branch.path]} title={t('Policies')} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

interface Branch {
  /** When the steps run: a condition, or the operations. */
  label: string
  /** The path of the list of steps, from the settings of the policy. */
  path: ValuePath
}

/** Returns the branches of `if`, `switch` and `operation-switch`. */
function listBranches(settings: unknown): Branch[] {
  if (!isJsonObject(settings)) return []
  const cases = Array.isArray(settings.case) ? settings.case : []
  return [
    ...listOwnBranches(settings, []),
    ...cases.flatMap((each, index) => (isJsonObject(each) ? listOwnBranches(each, ['case', index]) : [])),
  ]
}

function listOwnBranches(value: JsonObject, path: ValuePath): Branch[] {
  const labels = { execute: describeCondition(value), otherwise: t('otherwise') }
  return Object.entries(labels).flatMap(([member, label]) =>
    Array.isArray(value[member]) ? [{ label, path: [...path, member] }] : [],
  )
}

function describeCondition({ condition, operations }: JsonObject): string {
  if (typeof condition === 'string') return condition
  if (!Array.isArray(operations)) return ''
  return operations
    .map((each) => (isJsonObject(each) ? `${String(each.verb).toUpperCase()} ${String(each.path)}` : String(each)))
    .join(', ')
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
