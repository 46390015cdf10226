/** The assembly of an API as a picture: a column of its policies, with a column for each branch. */
import { isJsonObject, type JsonObject } from '../../../../lib/collections/json-object.ts'
import { t } from '../../../../ui/text/t.ts'
import { showField } from '../form/model/show-field.ts'
import { readPath, type ValuePath } from '../schema/path-pattern.ts'

interface AssemblyPictureProps {
  document: unknown
  /** The path of a list of policies. Only that of an assembly has a picture, and those within its policies do not. */
  execute: ValuePath
}

export function AssemblyPicture({ document, execute: list }: AssemblyPictureProps) {
  const path = list.slice(0, -1)
  if (path.at(-1) !== 'assembly' || list.at(-1) !== 'execute') return null
  const { execute, catch: clauses, finally: last } = (readPath(document, path) ?? {}) as Record<string, unknown>
  if (!Array.isArray(execute) || execute.length === 0) return null
  return (
    <section className="flow" aria-label={t('The assembly as a picture')}>
      <p className="flow__end">{t('Request')}</p>
      <StepColumn steps={execute} path={[...path, 'execute']} />
      <p className="flow__end">{t('Response')}</p>
      {Array.isArray(clauses) && clauses.length > 0 && (
        <div className="flow__branches">
          {clauses.filter(isJsonObject).map((clause, index) => {
            const inside = Array.isArray(clause.default) ? 'default' : 'execute'
            const errors = Array.isArray(clause.errors) ? clause.errors.join(', ') : t('every error')
            const key = String(index)
            return (
              <div className="flow__branch" key={key}>
                <p className="flow__label">{t('after {errors}', { errors })}</p>
                <StepColumn steps={asList(clause[inside])} path={[...path, 'catch', index, inside]} />
              </div>
            )
          })}
        </div>
      )}
      {Array.isArray(last) && last.length > 0 && (
        <>
          <p className="flow__label">{t('at the end of every call')}</p>
          <StepColumn steps={last} path={[...path, 'finally']} />
        </>
      )}
    </section>
  )
}

function StepColumn({ steps, path }: { steps: readonly unknown[]; path: ValuePath }) {
  return (
    <ol className="flow__steps">
      {steps.map((step, index) => {
        const [policy = '', settings] = isJsonObject(step) ? (Object.entries(step)[0] ?? []) : []
        const branches = listBranches(settings)
        const title = isJsonObject(settings) && typeof settings.title === 'string' ? settings.title : ''
        const place = [...path, index]
        return (
          <li className="flow__step" key={place.join('.')}>
            <button type="button" className="flow__node" onClick={() => showField([...place, policy])}>
              <strong>{policy}</strong>
              {title !== '' && title !== policy && <span className="flow__title">{title}</span>}
            </button>
            {branches.length > 0 && (
              <div className="flow__branches">
                {branches.map((branch) => (
                  <div className="flow__branch" key={branch.path.join('.')}>
                    <p className="flow__label">{branch.label}</p>
                    <StepColumn steps={branch.steps} path={[...place, policy, ...branch.path]} />
                  </div>
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

interface Branch {
  /** When the steps run: a condition, or the operations. */
  label: string
  /** The path of the list of steps, from the settings of the policy. */
  path: ValuePath
  steps: readonly unknown[]
}

/** Returns the branches of `if`, `switch` and `operation-switch`, and of clauses of `catch`. */
function listBranches(settings: unknown): Branch[] {
  if (!isJsonObject(settings)) return []
  const { execute, otherwise, case: cases } = settings
  const branch = (label: string, path: ValuePath, steps: unknown) =>
    Array.isArray(steps) ? [{ label, path, steps }] : []
  return [
    ...branch(describeCondition(settings), ['execute'], execute),
    ...(Array.isArray(cases) ? cases : []).flatMap((each, index) =>
      isJsonObject(each)
        ? [
            ...branch(describeCondition(each), ['case', index, 'execute'], each.execute),
            ...branch(t('otherwise'), ['case', index, 'otherwise'], each.otherwise),
          ]
        : [],
    ),
    ...branch(t('otherwise'), ['otherwise'], otherwise),
  ]
}

function describeCondition({ condition, operations, errors }: JsonObject): string {
  if (typeof condition === 'string') return condition
  if (Array.isArray(errors)) return errors.join(', ')
  if (!Array.isArray(operations)) return ''
  return operations
    .map((each) => (isJsonObject(each) ? `${String(each.verb).toUpperCase()} ${String(each.path)}` : String(each)))
    .join(', ')
}
