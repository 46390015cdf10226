/** The operations of one path, and the parameters that they share. */
import { type ReactNode, useState } from 'react'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { AddChoice, RemoveButton } from '../fields/entry-actions.tsx'
import { useForm } from '../model/form-context.ts'
import { buildNewOperation } from './openapi-edits.ts'
import { findOperationSchemas, operationMethods } from './operation-schemas.ts'

export function PathOperations({ path }: { path: ValuePath }) {
  const model = useForm()
  const template = String(path.at(-1))
  const pathItem = (readPath(model.value, path) ?? {}) as Readonly<Record<string, unknown>>
  const present = operationMethods.filter((method) => method in pathItem)
  const absent = operationMethods.filter((method) => !(method in pathItem))
  const [chosen, setChosen] = useState<string>()
  const added = absent.find((method) => method === chosen) ?? absent[0]
  const { operation, parameters } = findOperationSchemas(model.value)

  return (
    <>
      {present.map((method) => (
        <div key={method} className="entry__head">
          <Unfolding
            summary={describeOperation(method, pathItem[method])}
            render={() => (
              <model.Field
                path={[...path, method]}
                schema={operation}
                isRequired={false}
                floor={path.length + 1}
                title={`${method.toUpperCase()} ${template}`}
              />
            )}
          />
          <span className="entry__actions">
            <RemoveButton
              name={`${method.toUpperCase()} ${template}`}
              remove={() => model.edit([{ do: 'remove', path: [...path, method] }])}
            />
          </span>
        </div>
      ))}
      <Unfolding
        summary={t('Parameters of every operation of {template}', { template })}
        render={() => (
          <model.Field
            path={[...path, t('parameters')]}
            schema={parameters}
            isRequired={false}
            floor={path.length}
            title={t('Parameters of {template}', { template })}
          />
        )}
      />
      {added && (
        <AddChoice
          id={`${buildFieldId(path)}-method`}
          label={t('Method to add to {template}', { template })}
          choices={absent.map((method) => [method, method.toUpperCase()])}
          chosen={added}
          choose={setChosen}
          action={t('Add {method} {template}', { method: added.toUpperCase(), template })}
          add={() => {
            const value = buildNewOperation(template, pathItem, model.value)
            model.edit([{ do: 'set', path: [...path, added], value }])
          }}
        />
      )}
    </>
  )
}

/** Returns the method with what identifies the operation: `GET getCustomer`. */
function describeOperation(method: string, operation: unknown): string {
  const { summary, operationId } = (operation ?? {}) as { summary?: unknown; operationId?: unknown }
  return [method.toUpperCase(), summary ?? operationId ?? ''].join(' ').trim()
}

export interface UnfoldingProps {
  summary: ReactNode
  /** Returns what is inside. */
  render(): ReactNode
}

export function Unfolding({ summary, render }: UnfoldingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="entry__details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && render()}
    </details>
  )
}
